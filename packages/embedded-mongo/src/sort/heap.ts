/** A binary heap: the item that comes first by the comparator is at the top. */
export class Heap<T> {
  private readonly items: T[] = [];

  constructor(private readonly compare: (a: T, b: T) => number) {}

  /** How many items there are. */
  get size(): number {
    return this.items.length;
  }

  /** The first item by the comparator. */
  get top(): T | undefined {
    return this.items[0];
  }

  /** Adds an item. */
  push(item: T): void {
    let index = this.items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfOutOfOrder(parent, index)) return;
      index = parent;
    }
  }

  /** Puts an item in the place of the top one. */
  replaceTop(item: T): void {
    this.items[0] = item;
    this.sink();
  }

  /** Takes the top item away. */
  pop(): T | undefined {
    const [top] = this.items;
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) this.replaceTop(last);
    return top;
  }

  /** Takes all items, in no order. */
  drain(): T[] {
    return this.items.splice(0);
  }

  private sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= this.items.length) return;
      const right = left + 1;
      const first = right < this.items.length && this.isBefore(right, left) ? right : left;
      if (!this.swapIfOutOfOrder(index, first)) return;
      index = first;
    }
  }

  private isBefore(a: number, b: number): boolean {
    return this.compare(this.items[a] as T, this.items[b] as T) < 0;
  }

  private swapIfOutOfOrder(parent: number, child: number): boolean {
    if (!this.isBefore(child, parent)) return false;
    const item = this.items[parent] as T;
    this.items[parent] = this.items[child] as T;
    this.items[child] = item;
    return true;
  }
}
