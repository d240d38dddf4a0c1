import { describe, expect, it } from 'vitest';
import { openText, sealText } from '../../../worker/platform/auth/sealed-text.ts';

describe('a sealed text', () => {
  it('is opened by the secret that sealed it, also when a newer one has come', async () => {
    const sealed = await sealText('hạt giống', 'old secret', 'test');
    expect(sealed).not.toContain('hạt');
    expect(await openText(sealed, ['old secret'], 'test')).toEqual({ text: 'hạt giống', fresh: true });
    expect(await openText(sealed, ['new secret', 'old secret'], 'test')).toEqual({ text: 'hạt giống', fresh: false });
  });

  it('is opened by no other secret, for no other purpose, and not when it was changed', async () => {
    const sealed = await sealText('x', 'secret', 'test');
    for (const [text, secret, purpose] of [
      [sealed, 'other', 'test'],
      [sealed, 'secret', 'other'],
      [`${sealed.slice(0, -2)}AA`, 'secret', 'test'],
    ] as const) {
      await expect(openText(text, [secret], purpose)).rejects.toThrow('cannot be opened');
    }
  });
});
