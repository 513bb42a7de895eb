import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageDto } from '@tributary/common';
import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { type FieldValue } from '../../mapping/column-mapping';
import { type MappedRow } from '../../mapping/row-mapper';

const MOST_ASKED = 1_000_000;

export class PreviewQueryDto {
  /** How many rows to show; 50 are the most that are shown. */
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MOST_ASKED)
  rows: number = 10;
}

/** A field as JSON says it. */
type JsonField = string | number | boolean | null;

/** A preview of the sheet as it is now. */
export class SheetPreviewDto {
  /** @example ["order_id", "order_date"] */
  headers: string[];

  /** The rows as the sheet shows them, by header. */
  @ApiProperty({ type: [Object], example: [{ order_id: 'DH100001', order_date: '01/11/2024' }] })
  rows: Record<string, string>[];

  /** The same rows as a sync would store them. */
  @ApiProperty({ type: [Object], example: [{ order_id: 'DH100001' }] })
  mapped: Record<string, JsonField>[];

  /** Rows with data, or the size of the grid when the tab is too large to count for a preview. */
  total_rows: number;

  /** Whether `total_rows` was counted. */
  is_exact: boolean;
}

/** A stored row. */
export class SheetRowDto {
  /** @example 17 */
  row_number: number;

  /** The mapped fields. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { total_amount: 1250000 } })
  data: Record<string, JsonField>;

  /** All cells as the sheet shows them, by header. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { total_amount: '1.250.000' },
  })
  raw_data: Record<string, string>;

  synced_at: string;
}

export class SheetDataDto extends PageDto {
  data: SheetRowDto[];
}

export function toSheetRowDto(row: {
  readonly row_number: number;
  readonly data: Readonly<Record<string, FieldValue>>;
  readonly raw_data: Readonly<Record<string, string>>;
  readonly synced_at: Date;
}): SheetRowDto {
  const { row_number, data, raw_data, synced_at } = row;
  return {
    row_number,
    data: toJson(data),
    raw_data: { ...raw_data },
    synced_at: synced_at.toISOString(),
  };
}

export function toSheetPreviewDto(preview: {
  readonly headers: readonly string[];
  readonly rows: readonly Pick<MappedRow, 'raw' | 'data'>[];
  readonly totalRows: number;
  readonly isExact: boolean;
}): SheetPreviewDto {
  return {
    headers: [...preview.headers],
    rows: preview.rows.map(({ raw }) => raw),
    mapped: preview.rows.map(({ data }) => toJson(data)),
    total_rows: preview.totalRows,
    is_exact: preview.isExact,
  };
}

function toJson(data: Readonly<Record<string, FieldValue>>): Record<string, JsonField> {
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
}
