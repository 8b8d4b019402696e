import type { LucideIcon } from 'lucide-react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Bell from 'lucide-react/icons/bell'
import Calendar from 'lucide-react/icons/calendar'
import Camera from 'lucide-react/icons/camera'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartLine from 'lucide-react/icons/chart-line'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Globe from 'lucide-react/icons/globe'
import Headset from 'lucide-react/icons/headset'
import House from 'lucide-react/icons/house'
import Image from 'lucide-react/icons/image'
import Inbox from 'lucide-react/icons/inbox'
import Info from 'lucide-react/icons/info'
import Languages from 'lucide-react/icons/languages'
import Lock from 'lucide-react/icons/lock'
import Mail from 'lucide-react/icons/mail'
import Megaphone from 'lucide-react/icons/megaphone'
import Minus from 'lucide-react/icons/minus'
import Moon from 'lucide-react/icons/moon'
import Newspaper from 'lucide-react/icons/newspaper'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Smartphone from 'lucide-react/icons/smartphone'
import Star from 'lucide-react/icons/star'
import Sun from 'lucide-react/icons/sun'
import Trash2 from 'lucide-react/icons/trash-2'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Upload from 'lucide-react/icons/upload'
import User from 'lucide-react/icons/user'
import Wallet from 'lucide-react/icons/wallet'
import X from 'lucide-react/icons/x'
import Zap from 'lucide-react/icons/zap'

/** Every icon a screen may name. null: drawn from more.ts, a chunk that comes when the first of them is needed. */
export const icons = {
  'arrow-down': ArrowDown,
  'arrow-down-left': ArrowDownLeft,
  'arrow-left': ArrowLeft,
  'arrow-left-right': ArrowLeftRight,
  'arrow-right': ArrowRight,
  'arrow-up': ArrowUp,
  'arrow-up-down': ArrowUpDown,
  'arrow-up-right': ArrowUpRight,
  award: null,
  'badge-check': BadgeCheck,
  'badge-percent': null,
  banknote: null,
  bell: Bell,
  'book-open': null,
  calendar: Calendar,
  camera: Camera,
  'chart-candlestick': ChartCandlestick,
  'chart-column': null,
  'chart-line': ChartLine,
  'chart-pie': null,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-question-mark': CircleQuestionMark,
  'circle-x': CircleX,
  clock: null,
  coins: null,
  copy: Copy,
  'credit-card': null,
  crown: null,
  download: Download,
  ellipsis: null,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  'file-text': null,
  gauge: null,
  gift: null,
  globe: Globe,
  'hand-coins': null,
  headset: Headset,
  history: null,
  house: House,
  'id-card': null,
  image: Image,
  'image-off': null,
  inbox: Inbox,
  info: Info,
  'key-round': null,
  landmark: null,
  languages: Languages,
  layers: null,
  list: null,
  'list-filter': null,
  lock: Lock,
  'log-in': null,
  'log-out': null,
  mail: Mail,
  'map-pin': null,
  megaphone: Megaphone,
  'message-circle': null,
  minus: Minus,
  monitor: null,
  moon: Moon,
  newspaper: Newspaper,
  palette: null,
  pause: Pause,
  pencil: null,
  percent: null,
  phone: null,
  'piggy-bank': null,
  play: Play,
  plus: Plus,
  'qr-code': null,
  'receipt-text': null,
  'refresh-cw': RefreshCw,
  repeat: null,
  'rotate-ccw': null,
  search: Search,
  settings: Settings,
  'share-2': null,
  'shield-check': ShieldCheck,
  'sliders-horizontal': null,
  smartphone: Smartphone,
  star: Star,
  sun: Sun,
  'sun-moon': null,
  target: null,
  timer: null,
  'trash-2': Trash2,
  'trending-down': TrendingDown,
  'trending-up': TrendingUp,
  'triangle-alert': TriangleAlert,
  upload: Upload,
  user: User,
  'user-plus': null,
  'user-round': null,
  users: null,
  wallet: Wallet,
  'wifi-off': null,
  x: X,
  zap: Zap,
} satisfies Record<string, LucideIcon | null>

export type IconName = keyof typeof icons
export type LateName = { [Name in IconName]: (typeof icons)[Name] extends null ? Name : never }[IconName]
