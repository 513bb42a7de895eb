import { bearerCredentials } from './bearer-credentials';

const credentials = (accessToken: string) => bearerCredentials({ accessToken, clientId: 'client' });

describe('a token that somebody gave us', () => {
  it('is used as it is, on the quota of its client', async () => {
    expect(credentials('ya29.A0_b-c~d+e/f==').quotaScope).toBe('client');
    expect(await credentials('ya29.A0_b-c~d+e/f==').tokens.current()).toBe('ya29.A0_b-c~d+e/f==');
  });

  it('cannot be renewed by us', async () => {
    await expect(credentials('ya29.x').tokens.insteadOf('ya29.x')).rejects.toMatchObject({
      code: 'GOOGLE_TOKEN_EXPIRED',
    });
  });

  it.each(['', ' ', 'ya29.x\n', 'ya29.x\r\nHost: y', 'ya29 x', 'tôken', 'a'.repeat(4_097)])(
    'is refused without being quoted when it can be none: %j',
    async (accessToken) => {
      const refusal: unknown = await credentials(accessToken)
        .tokens.current()
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'GOOGLE_TOKEN_EXPIRED' });
      const { message } = refusal as Error;
      expect(message).toMatch(/^This is not an access token of Google/);
    },
  );
});
