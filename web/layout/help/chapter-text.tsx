import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useText } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { ReadError } from '../page-parts.tsx';
import { type Chapter, loadChapter } from './chapters.ts';
import { type Block, parseChapter } from './parse-chapter.ts';

/** A chapter in the reader's language; its text is fetched when it is opened. */
export function ChapterText({ chapter }: { chapter: Chapter }) {
  const { lang } = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['manual', chapter.id],
    queryFn: () => loadChapter(chapter.id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ReadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  return (
    <div className="flex max-w-prose flex-col gap-4 leading-relaxed">
      {parseChapter(data[lang]).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Part key={index} block={block} />
      ))}
    </div>
  );
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="mt-2 font-semibold">{block.text}</h3>;
    case 'text':
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
    case 'steps':
      return (
        <ol className="list-decimal space-y-1.5 pl-6">
          <Items items={block.items} />
        </ol>
      );
    case 'points':
      return (
        <ul className="list-disc space-y-1.5 pl-6">
          <Items items={block.items} />
        </ul>
      );
    case 'picture':
      return (
        <figure>
          <img
            src={`/manual/${block.name}.webp`}
            alt={block.text}
            width={960}
            height={540}
            loading="lazy"
            className="h-auto w-full rounded border border-line"
          />
          <figcaption className="mt-1 text-table text-muted">{block.text}</figcaption>
        </figure>
      );
  }
}

const Items = ({ items }: { items: readonly string[] }) =>
  items.map((item) => (
    <li key={item}>
      <Words text={item} />
    </li>
  ));

/** Names on the screen stand out. */
function Words({ text }: { text: string }) {
  return text.split('**').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text never move
    index % 2 === 1 ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
  );
}
