import { Injectable, StreamableFile } from '@nestjs/common';
import { DomainError } from '@tributary/common';
import { Config } from '@tributary/config';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TYPES = {
  'demo.html': 'text/html; charset=utf-8',
  'demo.css': 'text/css; charset=utf-8',
  'demo.js': 'text/javascript; charset=utf-8',
} as const;

/** A file of the page. */
export type DemoFile = keyof typeof TYPES;

/** The files of the page, where it is switched on. */
@Injectable()
export class DemoPageService {
  private readonly files = new Map<DemoFile, Buffer>();

  constructor(private readonly config: Config) {}

  file(name: DemoFile): StreamableFile {
    if (!this.isEnabled) throw new DomainError('NOT_FOUND');
    const content = this.files.get(name) ?? readFileSync(join(__dirname, 'page', name));
    this.files.set(name, content);
    return new StreamableFile(content, { type: TYPES[name] });
  }

  private get isEnabled(): boolean {
    const { DEMO_ENABLED, NODE_ENV } = this.config;
    return DEMO_ENABLED === 'true' || (DEMO_ENABLED === 'auto' && NODE_ENV !== 'production');
  }
}
