import { CircleAlert, CircleCheck, KeyRound, PlugZap } from 'lucide-react';
import type { CrawlSettings, CrawlTest } from '#contracts/calls/answers/crawl-settings.ts';
import { formatDateTime, formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import type { Draft } from './draft.ts';

interface ConnectionProps {
  saved: CrawlSettings;
  draft: Draft;
  change: (draft: Draft) => void;
  messages: Readonly<Record<string, string>>;
  test: CrawlTest | undefined;
  testing: boolean;
  onTest: () => void;
}

/** Address, workflows and the way of writing numbers, with a test of what is typed. */
export function Connection({ saved, draft, change, messages, test, testing, onTest }: ConnectionProps) {
  const { t } = useText();
  const { defaults } = saved;
  return (
    <section aria-label={t('source.connection')} className="max-w-240">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 className="text-section font-semibold">{t('source.connection')}</h2>
        <Badge tone={saved.has_token ? 'success' : 'danger'} icon={KeyRound}>
          {t(saved.has_token ? 'source.token_set' : 'source.token_missing')}
        </Badge>
        {saved.updated_by && (
          <span className="text-table text-muted">
            {t('source.last_change', { name: saved.updated_by, time: formatDateTime(saved.updated_at) })}
          </span>
        )}
      </div>
      {!saved.has_token && <p className="mb-4 text-table text-muted">{t('source.token_help')}</p>}
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <Field label={t('source.url')} help={t('source.url_help', { origin: saved.allowed_origin })} error={messages.url}>
          <TextInput value={draft.url} placeholder={defaults.url} onChange={(event) => change({ ...draft, url: event.target.value })} />
        </Field>
        <Field label={t('source.workflows')} help={t('source.workflows_help')} error={messages.workflow_ids}>
          <TextInput
            value={draft.workflow_ids}
            placeholder={defaults.workflow_ids.join(', ')}
            onChange={(event) => change({ ...draft, workflow_ids: event.target.value })}
          />
        </Field>
        <Field label={t('source.numbers')} error={messages.numbers}>
          <Select
            value={draft.numbers}
            onChange={(numbers) => change({ ...draft, numbers: numbers === 'comma' ? 'comma' : 'dot' })}
            options={[
              { value: 'dot', label: t('source.numbers_dot') },
              { value: 'comma', label: t('source.numbers_comma') },
            ]}
          />
        </Field>
        <div className="flex items-end">
          <Button icon={PlugZap} loading={testing} onClick={onTest}>
            {t('source.test')}
          </Button>
        </div>
      </div>
      <Outcome test={test} problem={saved.problem} />
    </section>
  );
}

function Outcome({ test, problem }: { test: CrawlTest | undefined; problem: string | null }) {
  const { t } = useText();
  if (!test) return problem && <Line failed text={problem} />;
  return (
    <div role="status" className="mt-5 flex flex-col gap-1.5">
      {test.ok && <Line text={t('source.works')} />}
      {test.message && test.workflows.length === 0 && <Line failed text={test.message} />}
      {test.workflows.map(({ id, ok, jobs, message }) =>
        ok ? (
          <Line key={id} text={jobs === null ? t('source.works_unknown', { id }) : t('source.works_of', { id, n: formatNumber(jobs) })} />
        ) : (
          <Line key={id} failed text={t('source.fails_of', { id, message: message ?? '' })} />
        ),
      )}
    </div>
  );
}

function Line({ text, failed = false }: { text: string; failed?: boolean }) {
  const Icon = failed ? CircleAlert : CircleCheck;
  return (
    <p className="mt-1 flex items-start gap-2 text-table">
      <Icon size={16} className={failed ? 'mt-0.5 shrink-0 text-danger' : 'mt-0.5 shrink-0 text-success'} aria-hidden />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  );
}
