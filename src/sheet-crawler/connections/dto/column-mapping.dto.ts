import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { type ColumnMapping, DATA_TYPES, type DataType } from '../../mapping/column-mapping';

/** Which column of the sheet fills which field. */
export class ColumnMappingDto implements ColumnMapping {
  /**
   * The field of the stored document.
   * @example product_name
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  system_field: string;

  /**
   * The header of the column, or its letters (A to ZZZ).
   * @example Product Name
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  sheet_column: string;

  @ApiProperty({ enum: DATA_TYPES, default: 'string', required: false })
  @IsIn(DATA_TYPES)
  data_type: DataType = 'string';

  /** Rows without a value here are skipped. */
  @ApiPropertyOptional()
  @IsBoolean()
  required: boolean = false;
}

export function toColumnMappingDto(mapping: ColumnMapping): ColumnMappingDto {
  const { system_field, sheet_column, data_type, required } = mapping;
  return { system_field, sheet_column, data_type, required };
}
