import { useParams } from 'react-router';
import { useText } from '../../i18n/index.ts';
import { ChapterText } from '../../layout/help/chapter-text.tsx';
import { CHAPTERS } from '../../layout/help/chapters.ts';
import { PageHeader } from '../../layout/page-header.tsx';
import { TextLink } from '../../ui/button.tsx';

/** The manual: its chapters, and the one that is open. */
export function HelpPage() {
  const { t, lang } = useText();
  const { chapter: id } = useParams();
  const chapter = CHAPTERS.find((each) => each.id === id) ?? CHAPTERS[0]!;
  return (
    <div className="grid min-w-0 gap-x-10 gap-y-6 lg:grid-cols-[15rem_1fr]">
      <PageHeader title={t('route.help')} />
      <nav aria-label={t('app.chapters')} className="text-table">
        <ol className="flex flex-col gap-2">
          {CHAPTERS.map(({ id: other, title }) => (
            <li key={other} className={other === chapter.id ? 'font-semibold' : undefined}>
              <TextLink alone to={`/help/${other}`} aria-current={other === chapter.id ? 'page' : undefined}>
                {title[lang]}
              </TextLink>
            </li>
          ))}
        </ol>
      </nav>
      <article aria-label={chapter.title[lang]} className="min-w-0">
        <h2 className="mb-4 text-title font-semibold">{chapter.title[lang]}</h2>
        <ChapterText key={chapter.id} chapter={chapter} />
      </article>
    </div>
  );
}
