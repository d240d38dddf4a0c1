import { CircleAlert, CircleCheck, KeyRound, PlugZap } from 'lucide-react';
import { useState } from 'react';
import type { CrawlSettings, CrawlTest, SourceWorkflows } from '#contracts/calls/answers/crawl-settings.ts';
import { formatDateTime, formatNumber, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Skeleton } from '../../../ui/feedback/feedback.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { type Draft, listIds } from './draft.ts';

interface ConnectionProps {
  saved: CrawlSettings;
  draft: Draft;
  change: (draft: Draft) => void;
  messages: Readonly<Record<string, string>>;
  /** Those that the token may read, once they were asked for. */
  workflows: SourceWorkflows | undefined;
  onChoose: () => void;
  /** What came of the last test. */
  outcome: CrawlTest | undefined;
  isTesting: boolean;
  onTest: () => void;
}

/** Address, workflows and the way of writing numbers, with a test of what is typed. */
export function Connection({ saved, draft, change, messages, workflows, onChoose, outcome, isTesting, onTest }: ConnectionProps) {
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
        <Field label={t('editor.link_address')} help={t('source.url_help', { origin: saved.allowed_origin })} error={messages.url}>
          <TextInput value={draft.url} placeholder={defaults.url} onChange={(event) => change({ ...draft, url: event.target.value })} />
        </Field>
        <Field label={t('source.workflows')} help={t('source.workflows_help')} error={messages.workflow_ids}>
          <TextInput
            value={draft.workflow_ids}
            placeholder={defaults.workflow_ids.join(', ')}
            onChange={(event) => change({ ...draft, workflow_ids: event.target.value })}
          />
        </Field>
        {saved.has_token && <WorkflowChoice {...{ workflows, onChoose, draft, change }} />}
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
          <Button icon={PlugZap} loading={isTesting} onClick={onTest}>
            {t('source.test')}
          </Button>
        </div>
      </div>
      <Outcome {...{ outcome, isTesting }} workflows={draft.workflow_ids} problem={saved.problem} />
    </section>
  );
}

/** The workflows by name, unfolded where somebody looks for one: choosing it writes its id into the field. */
function WorkflowChoice({ workflows, onChoose, draft, change }: Pick<ConnectionProps, 'workflows' | 'onChoose' | 'draft' | 'change'>) {
  const { t } = useText();
  const ids = listIds(draft);
  const [isOpen, setOpen] = useState(false);
  const toggle = (id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]).join(', ');
  return (
    <details
      className="sm:col-span-2"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        onChoose();
      }}
    >
      <summary className="cursor-pointer text-table font-medium">{t('source.workflow_choice')}</summary>
      <div className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {isOpen && !workflows && <Skeleton className="h-5 w-60" />}
        {workflows?.data.length === 0 && <Line failed text={workflows.message ?? t('source.workflow_none')} />}
        {workflows?.data.map(({ id, name }) => (
          <Checkbox key={id} checked={ids.includes(id)} onChange={() => change({ ...draft, workflow_ids: toggle(id) })}>
            {name} <span className="text-muted">{id}</span>
          </Checkbox>
        ))}
      </div>
    </details>
  );
}

interface OutcomeProps extends Pick<ConnectionProps, 'outcome' | 'isTesting'> {
  /** As they are typed. */
  workflows: string;
  problem: string | null;
}

/** What came of the last test. Its lines have their place from the press on, so that nothing moves once they come. */
function Outcome({ outcome, isTesting, workflows, problem }: OutcomeProps) {
  const { t } = useText();
  const lines = [...workflows.split(',').keys(), 'all'];
  if (!outcome && !isTesting) return problem && <Line failed text={problem} />;
  return (
    <div role="status" className="mt-5 flex flex-col gap-1.5">
      {!outcome && lines.map((line) => <Skeleton key={line} className="mt-1 h-5 w-60" />)}
      {outcome?.ok && <Line text={t('source.works')} />}
      {outcome?.message && outcome.workflows.length === 0 && <Line failed text={outcome.message} />}
      {outcome?.workflows.map(({ id, ok, jobs, message }) =>
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
