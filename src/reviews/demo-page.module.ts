import { Module } from '@nestjs/common';
import { DemoPageController } from './demo/demo-page.controller';
import { DemoPageService } from './demo/demo-page.service';
import './reviews.variables';

/** The page /demo, beside the API. */
@Module({ controllers: [DemoPageController], providers: [DemoPageService] })
export class DemoPageModule {}
