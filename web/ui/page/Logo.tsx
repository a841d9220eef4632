/** The association's logo: scales within a ring, in the colour of the surrounding text. */
export function Logo({ size = 48 }: { size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} fill="none" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="30.5" stroke="currentColor" strokeWidth="2" />
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M32 14v35M22 52h20M26.5 49h11M13 20.5c8 0 13-1 19-3.5 6 2.5 11 3.5 19 3.5" />
        <path d="m13.5 20.5-6 15.5M13.5 20.5l6 15.5M50.5 20.5l-6 15.5M50.5 20.5l6 15.5" />
      </g>
      <g fill="currentColor">
        <path d="M5.5 36h16a8 6.5 0 0 1-16 0ZM42.5 36h16a8 6.5 0 0 1-16 0Z" />
        <circle cx="32" cy="12.5" r="2.8" />
      </g>
    </svg>
  );
}
