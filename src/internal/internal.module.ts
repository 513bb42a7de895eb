import { Module } from '@nestjs/common';
import { SheetCrawlerModule } from '../sheet-crawler/sheet-crawler.module';
import { InternalController } from './internal.controller';

/** What schedulers call with the API key. */
@Module({ imports: [SheetCrawlerModule], controllers: [InternalController] })
export class InternalModule {}
