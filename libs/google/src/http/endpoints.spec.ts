import { googleEndpoints } from './endpoints';

describe('the addresses of Google', () => {
  it("are Google's own, or one that serves the same paths", () => {
    const google = Object.entries<string>({ ...googleEndpoints() });
    const emulator: Record<string, string> = { ...googleEndpoints('http://127.0.0.1:9010/') };
    expect(google.length).toBe(Object.keys(emulator).length);
    for (const [name, url] of google) {
      const { protocol, hostname, pathname } = new URL(url);
      expect(protocol).toBe('https:');
      expect(hostname).toMatch(/\.google(apis)?\.com$/);
      expect(emulator[name]).toBe(`http://127.0.0.1:9010${pathname}`);
    }
  });
});
