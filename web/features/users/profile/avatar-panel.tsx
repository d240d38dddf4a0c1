import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSession } from '../../../api/session.tsx';
import { useText } from '../../../i18n/index.ts';
import { Avatar } from '../../../layout/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { ME_KEY, type Me } from './me.ts';

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx'));

/** The picture, and choosing another: the picked image is cropped in a dialog before it is sent. */
export function AvatarPanel({ me }: { me: Me }) {
  const { t } = useText();
  const { reload } = useSession();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<string | null>(null);
  const name = me.name ?? me.username;

  const pick = (file: File | undefined) => {
    if (!file) return;
    if (!file.type.startsWith('image/')) return notify.failure({ title: t('notice.failure'), text: t('notice.select_image') });
    if (typeof FileReader === 'undefined') return notify.failure({ title: t('notice.failure'), text: t('page.no_file_reader') });
    const reader = new FileReader();
    reader.onload = () => setImage(String(reader.result));
    reader.onerror = () => notify.failure({ title: t('notice.failure'), text: t('notice.select_image') });
    reader.readAsDataURL(file);
  };

  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} src={me.avatar} large />
      <div>
        <p className="text-section font-semibold">{name}</p>
        <p className="mb-1.5 text-table text-muted">{[me.username, ...me.roles.map((role) => role.name)].join(' · ')}</p>
        <Button size="sm" icon={ImagePlus} onClick={() => input.current?.click()}>
          {t('user.avatar_change')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('user.avatar_pick')}
          onChange={(event) => {
            pick(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <Suspense fallback={null}>
        {image && (
          <AvatarDialog
            image={image}
            onClose={() => setImage(null)}
            onDone={() => {
              setImage(null);
              notify.success({ title: t('user.avatar_saved') });
              void Promise.all([client.invalidateQueries({ queryKey: ME_KEY }), reload()]);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
