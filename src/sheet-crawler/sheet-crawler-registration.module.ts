import { Module } from '@nestjs/common';
import { PipelineModule } from '@tributary/pipeline';
import { SHEET_DELETION } from './connections/sheet-deletion.kind';
import { SCHEDULED_SYNC } from './schedule/scheduled-sync.kind';
import { SHEET_SYNC } from './sync/sheet-sync.kind';
import './sheet-crawler.variables';
import './sync/sheet-sync.errors';

/** What the sheet crawler registers; the api's and the worker's side both import it. */
@Module({ imports: [PipelineModule.forFeature([SCHEDULED_SYNC, SHEET_DELETION, SHEET_SYNC])] })
export class SheetCrawlerRegistrationModule {}
