import { usePreference } from '../../api/preferences.ts';
import { useText } from '../../i18n/index.ts';
import { Switch } from '../../ui/inputs/switch.tsx';

/** Whether one gets the daily mail about unread notices; the value false turns it off. */
export function MailSwitch() {
  const { t } = useText();
  const [wanted, save, isSaving] = usePreference<boolean>('notices.mail');
  return (
    <section className="flex items-start gap-3 border-t border-line pt-4">
      <Switch
        checked={wanted !== false}
        pending={isSaving}
        disabled={wanted === undefined}
        label={t('page.notices_mail')}
        onChange={save}
      />
      <div>
        <p className="font-medium">{t('page.notices_mail')}</p>
        <p className="text-table text-muted">{t('page.notices_mail_help')}</p>
      </div>
    </section>
  );
}
