/** Where a counter stands after one more event. */
export interface WindowCount {
  /** Events in the current window, this one included. */
  count: number;
  /** How long the window goes on. */
  remainingMs: number;
}
