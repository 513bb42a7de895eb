import { type Usage, UsageJournal } from '@tributary/rate-limit';

/** A journal that ends with its process: for tests without MongoDB. */
export class MemoryUsageJournal extends UsageJournal {
  private readonly usages = new Map<string, Usage>();

  extend(policy: string, usage: Usage): Promise<void> {
    const before = this.usages.get(policy);
    this.usages.set(policy, {
      usedUntil: Math.max(before?.usedUntil ?? 0, usage.usedUntil),
      answeredUntil: Math.max(before?.answeredUntil ?? 0, usage.answeredUntil),
    });
    return Promise.resolve();
  }

  read(policy: string): Promise<Usage | undefined> {
    return Promise.resolve(this.usages.get(policy));
  }
}
