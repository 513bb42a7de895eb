import { Injectable } from '@nestjs/common';

/** What the relay of this process has done since it was started. */
@Injectable()
export class RelayCounts {
  private readonly published = new Map<string, number>();
  private readonly setAside = new Map<string, number>();

  /** Messages that a broker acknowledged, by topic. */
  get publishedByTopic(): ReadonlyMap<string, number> {
    return this.published;
  }

  /** Messages that a broker rejected, by topic. */
  get setAsideByTopic(): ReadonlyMap<string, number> {
    return this.setAside;
  }

  countPublished(topic: string, count: number): void {
    this.published.set(topic, (this.published.get(topic) ?? 0) + count);
  }

  countSetAside(topic: string): void {
    this.setAside.set(topic, (this.setAside.get(topic) ?? 0) + 1);
  }
}
