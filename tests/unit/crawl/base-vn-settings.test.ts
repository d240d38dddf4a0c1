import { describe, expect, it } from 'vitest';
import { type BaseVnEnv, readBaseVnSettings } from '../../../worker/features/crawl/fetch/base-vn-settings.ts';

const TOKEN = 'tok~en/with+signs=1234567890';

describe('the settings of the source', () => {
  const set = { BASE_VN_TOKEN: TOKEN, BASE_VN_WORKFLOW_IDS: ' 12, 34;12 ' };

  it('have a default address, and workflow ids in their order without repetition', () => {
    expect(readBaseVnSettings(set)).toEqual({
      url: 'https://workflow.base.vn',
      origin: 'https://workflow.base.vn',
      token: TOKEN,
      workflowIds: ['12', '34'],
      fieldMap: {},
      numbers: 'dot',
      unreachable: null,
      tokenKind: 'access_token_v2',
      problem: null,
    });
    expect(readBaseVnSettings({ ...set, BASE_VN_URL: 'https://acme.base.vn/', BASE_VN_FIELD_MAP: '{"9001":"tsubosuu"}' })).toMatchObject({
      url: 'https://acme.base.vn',
      fieldMap: { '9001': 'tsubosuu' },
    });
  });

  it.each<[string, BaseVnEnv]>([
    ['BASE_VN_URL', { BASE_VN_URL: 'workflow.base.vn' }],
    ['BASE_VN_URL', { BASE_VN_URL: 'ftp://workflow.base.vn' }],
    ['BASE_VN_URL', { BASE_VN_URL: 'https://user:secret@workflow.base.vn' }],
    ['BASE_VN_FIELD_MAP', { BASE_VN_FIELD_MAP: '{9001: tsubosuu}' }],
    ['BASE_VN_FIELD_MAP', { BASE_VN_FIELD_MAP: '["tsubosuu"]' }],
    ['BASE_VN_FIELD_MAP', { BASE_VN_FIELD_MAP: '{"9001": 3}' }],
  ])('say when %s is not valid: %j', (setting, env) => {
    const { problem } = readBaseVnSettings({ ...set, ...env });
    expect(problem).toMatchObject({ code: 'bad_settings', retryable: false });
    expect(problem!.text.vi).toContain(setting);
    expect(JSON.stringify(problem)).not.toContain('secret');
  });

  it('name the columns that no field of the source can fill', () => {
    const { problem } = readBaseVnSettings({ ...set, BASE_VN_FIELD_MAP: '{"9001": "tsubosu", "9002": "id"}' });
    expect(problem?.text.en).toBe(
      'In the setting BASE_VN_FIELD_MAP there are columns that the source cannot fill: «tsubosu», «id». Correct their names',
    );
  });
});
