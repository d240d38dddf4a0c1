/** The product's mark and name. */
export function Brand({ short = false, large = false }: { short?: boolean; large?: boolean }) {
  const size = large ? 36 : 24;
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        role={short ? 'img' : undefined}
        aria-label={short ? 'Tensu' : undefined}
        aria-hidden={!short}
      >
        <rect width="32" height="32" rx="6" className="fill-accent" />
        <path d="M8 9h16M16 9v15M20.5 20.5h4M20.5 24h4" className="fill-none stroke-on-accent stroke-[2.6]" strokeLinecap="square" />
      </svg>
      {!short && (
        <span className={large ? 'text-title font-semibold tracking-tight' : 'text-section font-semibold tracking-tight'}>Tensu</span>
      )}
    </span>
  );
}
