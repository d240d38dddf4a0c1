import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { directsTechousei } from '#contracts/entities/directs_techousei.ts';
import { ruleMessage, ruleToken } from '#contracts/rules.ts';
import { api, withRequestId } from '../../api/client.ts';
import { findTooLong, useText } from '../../i18n/index.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { adjustSettingsQuery } from '../calculation/adjust-settings.ts';
import type { Edits, SavedRows } from '../grid/edit-store.ts';
import { GridBar } from '../grid/grid-bar.tsx';
import type { GridMode } from '../grid/grid-state.ts';

const { adjust_reason } = directsTechousei.fields;
const WORDS = { save: 'direct.points_save', saveMany: 'direct.points_save_n', saved: 'direct.points_saved' } as const;

/** Saves the points of the grid as adjustments: every changed row in one call, with one reason for all. */
export function PointGridBar({ mode }: { mode: GridMode }) {
  const { lang } = useText();
  const [reason, setReason] = useState('');
  // Whether the settings require a reason for every adjustment.
  const required = useQuery(adjustSettingsQuery).data?.reason_required === 1;
  const [wasMissed, setMissed] = useState(false);
  const isMissing = required && reason.trim() === '';
  const input = useRef<HTMLInputElement>(null);
  const askForReason = () => {
    const isWrong = isMissing || findTooLong(reason, adjust_reason.maxLength) !== undefined;
    setMissed(isMissing);
    if (isWrong) input.current?.focus();
    return !isWrong;
  };
  const save = (edits: Edits) => {
    const directs = Object.entries(edits).map(([id, { version, values }]) => ({ id: Number(id), version, ...values }));
    const body = { directs, reason: reason.trim() || null };
    return withRequestId((options) => api.post<SavedRows>('directs_techousei/add-multiple', body, options));
  };
  const label = adjust_reason.label[lang];
  return (
    <GridBar mode={mode} save={save} mayStart={askForReason} stale={['directs']} words={WORDS}>
      <Field
        label={label}
        hideLabel
        required={required}
        floatingError
        error={wasMissed && isMissing ? ruleMessage(ruleToken('required'), label, lang) : undefined}
        className="w-full sm:w-56 xl:w-40"
      >
        <TextInput
          ref={input}
          name="adjust_reason"
          maxLength={adjust_reason.maxLength}
          placeholder={required ? `${label} *` : label}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </GridBar>
  );
}
