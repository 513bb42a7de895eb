import { type Model } from 'mongoose';

const made = new WeakMap<object, Promise<void>>();

/**
 * Creates a model's indexes, once per process. To be awaited before a write that relies on a unique
 * one: until it exists, two such writes at once could both succeed. A failure is retried by the
 * next caller.
 */
export function ensureIndexes<T>(model: Model<T>): Promise<void> {
  const known = made.get(model);
  if (known) return known;
  const making = model.createIndexes().catch((error: unknown) => {
    made.delete(model);
    throw error;
  });
  made.set(model, making);
  return making;
}
