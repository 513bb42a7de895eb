import { Controller, Get, Header, type StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@tributary/common';
import { DemoPageService } from './demo-page.service';

/** The page runs the script of this origin, talks to this origin, and nothing else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

@ApiExcludeController()
@Public()
@Controller('demo')
export class DemoPageController {
  constructor(private readonly page: DemoPageService) {}

  @Header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  @Header('Cache-Control', 'no-cache')
  @Get()
  html(): StreamableFile {
    return this.page.file('demo.html');
  }

  @Header('Cache-Control', 'no-cache')
  @Get('demo.css')
  css(): StreamableFile {
    return this.page.file('demo.css');
  }

  @Header('Cache-Control', 'no-cache')
  @Get('demo.js')
  script(): StreamableFile {
    return this.page.file('demo.js');
  }
}
