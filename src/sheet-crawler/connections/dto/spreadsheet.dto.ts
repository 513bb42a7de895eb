import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { columnLetters, type GoogleAccount, type SpreadsheetMetadata } from '@tributary/google';
import { Type } from 'class-transformer';
import { IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

export class SpreadsheetQueryDto {
  /** The tab whose headers are wanted as well. */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  tab?: string;

  /** The row with the headers. */
  @ApiPropertyOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000_000)
  header_row: number = 1;
}

export class SpreadsheetTabDto {
  /** @example Orders */
  title: string;

  hidden: boolean;

  /**
   * The size of its grid; the data in it may be less.
   * @example 1000
   */
  rows: number;

  /** @example 26 */
  columns: number;
}

export class SpreadsheetHeaderDto {
  /** @example C */
  column: string;

  /** @example Total */
  header: string;
}

/** A spreadsheet, to choose a tab and columns from. */
export class SpreadsheetDto {
  sheet_id: string;

  title: string;

  /** @example Asia/Ho_Chi_Minh */
  time_zone: string;

  /** @example vi_VN */
  locale: string;

  tabs: SpreadsheetTabDto[];

  /** The headers of the requested tab. */
  @ApiProperty({ type: [SpreadsheetHeaderDto], nullable: true })
  headers: SpreadsheetHeaderDto[] | null;
}

/** Whom to share sheets with. */
export class ServiceAccountDto {
  /** @example sheet-reader@project.iam.gserviceaccount.com */
  email: string;

  instructions: string;
}

export function toServiceAccountDto({ shareWith }: GoogleAccount): ServiceAccountDto {
  return {
    email: shareWith,
    instructions: `Open your sheet in Google Sheets, click Share, add ${shareWith} as a viewer, and then connect the sheet here.`,
  };
}

export function toSpreadsheetDto(view: {
  readonly metadata: SpreadsheetMetadata;
  readonly headers: readonly string[] | undefined;
}): SpreadsheetDto {
  const { metadata, headers } = view;
  return {
    sheet_id: metadata.id,
    title: metadata.title,
    time_zone: metadata.timeZone,
    locale: metadata.locale,
    tabs: metadata.tabs.map(({ title, hidden, grid }) => ({ title, hidden, ...grid })),
    headers: headers?.map((header, index) => ({ column: columnLetters(index), header })) ?? null,
  };
}
