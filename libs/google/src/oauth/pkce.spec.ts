import { createHash } from 'node:crypto';
import { createPkce } from './pkce';

describe('a secret for the code flow', () => {
  it('is new every time, and its challenge tells nothing but its hash', () => {
    const [one, other] = [createPkce(), createPkce()];
    expect(one.verifier).toMatch(/^[\w-]{43}$/);
    expect(one.verifier).not.toBe(other.verifier);
    const hash = createHash('sha256').update(one.verifier).digest('base64url');
    expect(one.challenge).toBe(hash);
  });
});
