// The benchmark has it, and nothing but tests may import from here.
export { MemoryStore } from '../../../bench/embedded-mongo/memory-store';
