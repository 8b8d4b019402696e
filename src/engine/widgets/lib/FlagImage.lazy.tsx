import * as drawings from 'country-flag-icons/string/3x2'

const byCountry: Readonly<Record<string, string>> = drawings

/** The drawing of a country's flag; nothing for an unknown code. All drawings are one chunk. */
export default function FlagImage({ country, className }: { country: string; className: string | undefined }) {
  const drawing = byCountry[country] ?? null
  return drawing === null ? (
    <span className={className} />
  ) : (
    <img className={className} src={`data:image/svg+xml,${encodeURIComponent(drawing)}`} alt="" decoding="async" />
  )
}
