import { type PageChange } from './scene';

/** What is still to happen between pages, by location. */
export class PageChanges {
  private readonly waiting = new Map<string, { readonly change: PageChange; left: number }[]>();

  /** Lets a change happen later. */
  add(locationId: string, change: PageChange): void {
    const { afterPage, times = 1 } = change;
    for (const [name, value] of Object.entries({ afterPage, times })) {
      if (!Number.isInteger(value) || value < 1)
        throw new Error(`Give ${name} as a number from 1 on`);
    }
    this.waiting.set(locationId, [...this.of(locationId), { change, left: times }]);
  }

  /** How many changes have yet to happen. */
  count(locationId: string): number {
    return this.of(locationId).reduce((sum, { left }) => sum + left, 0);
  }

  /** The changes that happen now that a page was answered. */
  take(locationId: string, page: number): PageChange[] {
    const due = this.of(locationId).filter(({ change }) => change.afterPage === page);
    for (const entry of due) entry.left -= 1;
    const left = this.of(locationId).filter((entry) => entry.left > 0);
    if (left.length > 0) this.waiting.set(locationId, left);
    else this.waiting.delete(locationId);
    return due.map(({ change }) => change);
  }

  private of(locationId: string): { readonly change: PageChange; left: number }[] {
    return this.waiting.get(locationId) ?? [];
  }
}
