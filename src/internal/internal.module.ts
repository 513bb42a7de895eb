import { Module } from '@nestjs/common';
import { SheetCrawlerModule } from '../sheet-crawler';
import { InternalController } from './internal.controller';

/** What schedulers call with the API key. */
@Module({ imports: [SheetCrawlerModule], controllers: [InternalController] })
export class InternalModule {}
