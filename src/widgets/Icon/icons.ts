import type { LucideIcon } from 'lucide-react'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Bell from 'lucide-react/icons/bell'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartLine from 'lucide-react/icons/chart-line'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Globe from 'lucide-react/icons/globe'
import HandCoins from 'lucide-react/icons/hand-coins'
import Headset from 'lucide-react/icons/headset'
import House from 'lucide-react/icons/house'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import Landmark from 'lucide-react/icons/landmark'
import Lock from 'lucide-react/icons/lock'
import Megaphone from 'lucide-react/icons/megaphone'
import Newspaper from 'lucide-react/icons/newspaper'
import Pause from 'lucide-react/icons/pause'
import PiggyBank from 'lucide-react/icons/piggy-bank'
import Play from 'lucide-react/icons/play'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Star from 'lucide-react/icons/star'
import User from 'lucide-react/icons/user'
import Wallet from 'lucide-react/icons/wallet'
import X from 'lucide-react/icons/x'

/** Every icon a screen may name. null: drawn from more.ts, a chunk that comes when the first of them is needed. */
export const icons = {
  'arrow-down': null,
  'arrow-down-left': null,
  'arrow-left': null,
  'arrow-left-right': ArrowLeftRight,
  'arrow-right': ArrowRight,
  'arrow-up': null,
  'arrow-up-down': ArrowUpDown,
  'arrow-up-right': null,
  award: null,
  'badge-check': null,
  'badge-percent': null,
  banknote: null,
  bell: Bell,
  'book-open': null,
  calendar: null,
  camera: null,
  'chart-candlestick': ChartCandlestick,
  'chart-column': null,
  'chart-line': ChartLine,
  'chart-pie': null,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': null,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-question-mark': CircleQuestionMark,
  'circle-x': null,
  clock: null,
  coins: null,
  copy: null,
  'credit-card': null,
  crown: null,
  download: null,
  ellipsis: null,
  'external-link': null,
  eye: Eye,
  'eye-off': EyeOff,
  'file-text': null,
  gauge: null,
  gift: null,
  globe: Globe,
  'hand-coins': HandCoins,
  headset: Headset,
  history: null,
  house: House,
  'id-card': null,
  image: null,
  'image-off': null,
  inbox: Inbox,
  info: Info,
  'key-round': null,
  landmark: Landmark,
  languages: null,
  layers: null,
  list: null,
  'list-filter': null,
  lock: Lock,
  'log-in': null,
  'log-out': null,
  mail: null,
  'map-pin': null,
  megaphone: Megaphone,
  'message-circle': null,
  minus: null,
  monitor: null,
  moon: null,
  newspaper: Newspaper,
  palette: null,
  pause: Pause,
  pencil: null,
  percent: null,
  phone: null,
  'piggy-bank': PiggyBank,
  play: Play,
  plus: null,
  'qr-code': null,
  'receipt-text': null,
  'refresh-cw': RefreshCw,
  repeat: null,
  'rotate-ccw': null,
  search: Search,
  settings: Settings,
  'share-2': null,
  'shield-check': null,
  'sliders-horizontal': null,
  smartphone: null,
  star: Star,
  sun: null,
  'sun-moon': null,
  target: null,
  timer: null,
  'trash-2': null,
  'trending-down': null,
  'trending-up': null,
  'triangle-alert': null,
  upload: null,
  user: User,
  'user-plus': null,
  'user-round': null,
  users: null,
  wallet: Wallet,
  'wifi-off': null,
  x: X,
  zap: null,
} satisfies Record<string, LucideIcon | null>

export type IconName = keyof typeof icons
export type LateName = { [Name in IconName]: (typeof icons)[Name] extends null ? Name : never }[IconName]
