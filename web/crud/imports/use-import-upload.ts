import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import } from '#contracts/calls/answers/imports.ts';
import type { ImportMode } from '#contracts/calls/imports.ts';
import type { Contract } from '#contracts/contract.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';

/** What is asked of an import; kept while its preview is looked at. */
export interface ImportChoice {
  file: File | undefined;
  mode: ImportMode;
  /** Blank: the first sheet that has rows. */
  sheet: string;
}

type UploadOptions = { onStarted: (id: number) => void; hasField?: boolean };

/** Sends the chosen file, to be written or only previewed. What is wrong with it is told by its field, with `hasField`, or by a notice. */
export function useImportUpload(contract: Contract, choice: ImportChoice, { onStarted, hasField = false }: UploadOptions) {
  const [share, setShare] = useState(0);
  const upload = useMutation({
    meta: { silent: (error) => hasField && error instanceof ApiError && error.messages.file !== undefined },
    mutationFn: ({ preview, accept = false, create = false }: { preview: boolean; accept?: boolean; create?: boolean }) => {
      const form = new FormData();
      form.set('file', choice.file!);
      form.set('mode', choice.mode);
      if (choice.sheet.trim()) form.set('sheet', choice.sheet);
      if (preview) form.set('dry_run', '1');
      if (create) form.set('create_missing', '1');
      if (accept) form.set('accept_broken', '1');
      return api.upload<Pick<Import, 'id' | 'status'>>(`${contract.name}/import`, form, setShare);
    },
    onSuccess: ({ id }) => onStarted(id),
  });
  return { upload, share };
}
