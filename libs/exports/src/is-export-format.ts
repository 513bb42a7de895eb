import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { TABLE_FORMATS } from '@tributary/table-files';
import { IsIn } from 'class-validator';

/** Validates and documents the query parameter with the format of a file; initialize it with `csv`. */
export const IsExportFormat = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ enum: TABLE_FORMATS, default: 'csv', required: false }),
    IsIn(TABLE_FORMATS),
  );
