import { describe, expect, it } from 'vitest';
import { recordNoun } from '../../../worker/contracts/contract.ts';
import { CONTRACTS } from '../../../worker/contracts/contracts.ts';
import { waitInWords } from '../../../worker/contracts/text.ts';
import { AppError } from '../../../worker/platform/errors.ts';

describe('a wait', () => {
  it.each([
    [7201, '3 giờ', '3 hours'],
    [3599, '60 phút', '60 minutes'],
    [893, '15 phút', '15 minutes'],
    [61, '2 phút', '2 minutes'],
    [45, '45 giây', '45 seconds'],
    [1, '1 giây', '1 second'],
  ])('of %d s is put in words', (seconds, vi, en) => {
    expect(waitInWords(seconds, 'vi')).toEqual(vi);
    expect(waitInWords(seconds, 'en')).toEqual(en);
  });

  it('is told by a refusal as its Retry-After says', () => {
    const error = new AppError('too_many_requests', {}, { retryAfter: 3599 });
    expect(error.body('vi', 'r').message).toBe('Quá nhiều lần thử. Hãy đợi 60 phút rồi thử lại');
    expect(error.body('en', 'r').message).toBe('Too many attempts. Try again in 60 minutes');
  });
});

it('says what was not found by the word for one of it', () => {
  const told = (lang: 'vi' | 'en') =>
    Object.values(CONTRACTS).map((contract) => new AppError('not_found', { what: recordNoun(contract, lang) }).body(lang, 'r').message);
  expect(told('en')).toContain('Work category not found');
  expect(told('en')).toContain('Company not found');
  expect(told('en').filter((text) => /s not found$/.test(text))).toEqual([]);
  expect(told('vi')).toContain('Không tìm thấy hạng mục công việc');
});
