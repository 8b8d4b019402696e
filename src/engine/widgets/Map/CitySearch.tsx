import { useState } from 'react'
import { useText } from '../../state/language.ts'
import Icon from '../Icon/Icon.tsx'
import css from './Map.module.css'
import { searchCities, type City } from './coordinates.ts'

/** Cities by name, as a list of buttons under the field. */
export function CitySearch({
  cities,
  shown,
  onPick,
}: {
  cities: readonly City[]
  shown: (city: City) => boolean
  onPick: (city: City) => void
}) {
  const t = useText()
  const [text, setText] = useState('')
  const results = searchCities(cities, text, shown)
  return (
    <div className={css.search}>
      <label className={css.field}>
        <Icon name="search" size="sm" tone="muted" />
        <input
          type="search"
          className={css.input}
          aria-label={t('map.search')}
          placeholder={t('map.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          enterKeyHint="search"
          autoComplete="off"
        />
      </label>
      {text.trim() !== '' && (
        <ul className={css.results} aria-label={t('map.results')}>
          {results.map((city) => (
            <li key={city.id}>
              <button
                type="button"
                className={css.result}
                onClick={() => {
                  setText('')
                  onPick(city)
                }}
              >
                <Icon name="map-pin" size="sm" tone="gold" />
                {city.name}
              </button>
            </li>
          ))}
          {results.length === 0 && <li className={css.none}>{t('map.none')}</li>}
        </ul>
      )}
    </div>
  )
}
