import { LOGO_GOLD } from '../colours'

/** The logo: an A in an octagon. Hidden from screen readers, as the name is beside it. */
export function Logo({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <path d="M8 1h16l7 7v16l-7 7H8l-7-7V8z" className="fill-ink" />
      <path d="M8.5 25 16 6.5 23.5 25" fill="none" strokeWidth="2.6" strokeMiterlimit="6" className="stroke-paper" />
      <path d="M10.5 20.2 23 15.4" strokeWidth="2.6" stroke={LOGO_GOLD} className="dark:stroke-[#8a6112]" />
    </svg>
  )
}
