import { describe, expect, it } from 'vitest';
import { computeTotpCode, createTotpSecret, findTotpStep, toOtpauthUrl } from '../../../worker/platform/auth/totp.ts';
import { base32Bytes } from '../../../worker/platform/crypto.ts';

// The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a time-based code', () => {
  it('is that of RFC 6238, appendix B, in its last six digits', async () => {
    const vectors = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ] as const;
    for (const [seconds, code] of vectors) expect(await computeTotpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
  });

  it('is good for its own step and the ones beside it', async () => {
    const at = (seconds: number) => findTotpStep(SECRET, '050471', seconds * 1000);
    expect(await at(1_111_111_111)).toBe(37_037_037);
    expect(await at(1_111_111_081)).toBe(37_037_037);
    expect(await at(1_111_111_141)).toBe(37_037_037);
    expect(await at(1_111_111_020)).toBe(undefined);
    expect(await at(1_111_111_200)).toBe(undefined);
    expect(await findTotpStep(SECRET, '12345', 0)).toBe(undefined);
  });

  it('has a new secret of 160 bits for each account, in a link that names it', () => {
    expect(base32Bytes(createTotpSecret())).toHaveLength(20);
    expect(createTotpSecret()).not.toBe(createTotpSecret());
    expect(toOtpauthUrl(SECRET, 'an b')).toBe(
      `otpauth://totp/Tensu:an%20b?secret=${SECRET}&issuer=Tensu&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
