import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { SYNC_MODES, type SyncMode } from '../sheet-connection';
import { ColumnMappingDto } from './column-mapping.dto';

/** The most columns that can be mapped; a sheet has 18,278 at most. */
const MOST_MAPPINGS = 500;
/** Sheets have ten million cells at most. */
const LAST_ROW = 10_000_000;

/** May be left out but not null, which would mean the same. */
const IfGiven = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

export class CreateConnectionDto {
  /**
   * The id of the spreadsheet, or its address as the browser shows it.
   * @example https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz/edit#gid=0
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(2000)
  sheet_id: string;

  /**
   * The tab; without it, the one that the address points at, or `Sheet1`.
   * @example Orders
   */
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  sheet_name?: string;

  @IsArray()
  @ArrayMaxSize(MOST_MAPPINGS)
  @ValidateNested({ each: true })
  @Type(() => ColumnMappingDto)
  column_mappings: ColumnMappingDto[];

  /** The row with the headers. */
  @ApiPropertyOptional()
  @IsInt()
  @Min(1)
  @Max(LAST_ROW)
  header_row: number = 1;

  /** The first row with data. */
  @ApiPropertyOptional()
  @IsInt()
  @Min(1)
  @Max(LAST_ROW)
  data_start_row: number = 2;

  /** Whether it takes part in scheduled syncs. */
  @ApiPropertyOptional()
  @IsBoolean()
  sync_enabled: boolean = true;

  /** `append` takes new rows below the known ones; `mirror` also edits, deletions and other orders. */
  @ApiProperty({ enum: SYNC_MODES, default: 'append', required: false })
  @IsIn(SYNC_MODES)
  sync_mode: SyncMode = 'append';

  /**
   * What its rows are about, for analytics: `orders`, `order_items`, `customers` or `products`.
   * Without it, the name of the tab decides; orders when it is none of these.
   * @example orders
   */
  @ApiPropertyOptional({ type: String, nullable: true, default: null })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  sheet_type: string | null = null;

  /**
   * In mirror mode, the column whose values identify rows; without it their content does.
   * @example order_id
   */
  @ApiPropertyOptional({ type: String, nullable: true, default: null })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  key_column: string | null = null;
}

/** What is left out stays as it is. */
export class UpdateConnectionDto {
  @IfGiven()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  sheet_name?: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MOST_MAPPINGS)
  @ValidateNested({ each: true })
  @Type(() => ColumnMappingDto)
  column_mappings?: ColumnMappingDto[];

  @IfGiven()
  @IsBoolean()
  sync_enabled?: boolean;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(LAST_ROW)
  header_row?: number;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(LAST_ROW)
  data_start_row?: number;

  @ApiPropertyOptional({ enum: SYNC_MODES })
  @IfGiven()
  @IsIn(SYNC_MODES)
  sync_mode?: SyncMode;

  @ApiPropertyOptional({ type: String, nullable: true })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  sheet_type?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  key_column?: string | null;
}
