import { ApiProperty } from '@nestjs/swagger';
import { type HeaderDrift, type LostColumn } from '../../mapping/header-drift';

/** A mapped column that cannot be found any more. */
export class LostColumnDto implements LostColumn {
  /** The field that it fills; null for the key column. */
  @ApiProperty({ type: String, nullable: true, example: 'total_amount' })
  system_field: string | null;

  /** @example Total */
  header: string;

  /** The header that it was most likely renamed to. */
  @ApiProperty({ type: String, nullable: true, example: 'Total (VND)' })
  likely_rename: string | null;

  /** The columns that bear the header now, when there is more than one. */
  @ApiProperty({ type: [String], example: [] })
  candidates: readonly string[];
}

/** How the headers of the sheet differ from those that the mapping was made for. */
export class HeaderDriftDto implements HeaderDrift {
  @ApiProperty({ type: [LostColumnDto] })
  lost: readonly LostColumnDto[];

  @ApiProperty({ type: [String] })
  old_headers: readonly string[];

  @ApiProperty({ type: [String] })
  new_headers: readonly string[];
}
