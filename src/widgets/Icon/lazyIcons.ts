import type { LucideIcon } from 'lucide-react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Award from 'lucide-react/icons/award'
import BadgeCheck from 'lucide-react/icons/badge-check'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Banknote from 'lucide-react/icons/banknote'
import BookOpen from 'lucide-react/icons/book-open'
import Calendar from 'lucide-react/icons/calendar'
import Camera from 'lucide-react/icons/camera'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartPie from 'lucide-react/icons/chart-pie'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import Copy from 'lucide-react/icons/copy'
import CreditCard from 'lucide-react/icons/credit-card'
import Crown from 'lucide-react/icons/crown'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import Gift from 'lucide-react/icons/gift'
import History from 'lucide-react/icons/history'
import IdCard from 'lucide-react/icons/id-card'
import Image from 'lucide-react/icons/image'
import ImageOff from 'lucide-react/icons/image-off'
import KeyRound from 'lucide-react/icons/key-round'
import Languages from 'lucide-react/icons/languages'
import Layers from 'lucide-react/icons/layers'
import List from 'lucide-react/icons/list'
import ListFilter from 'lucide-react/icons/list-filter'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Minus from 'lucide-react/icons/minus'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Palette from 'lucide-react/icons/palette'
import Pencil from 'lucide-react/icons/pencil'
import Percent from 'lucide-react/icons/percent'
import Phone from 'lucide-react/icons/phone'
import Plus from 'lucide-react/icons/plus'
import QrCode from 'lucide-react/icons/qr-code'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Repeat from 'lucide-react/icons/repeat'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Share2 from 'lucide-react/icons/share-2'
import ShieldCheck from 'lucide-react/icons/shield-check'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Smartphone from 'lucide-react/icons/smartphone'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import Target from 'lucide-react/icons/target'
import Timer from 'lucide-react/icons/timer'
import Trash2 from 'lucide-react/icons/trash-2'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import WifiOff from 'lucide-react/icons/wifi-off'
import Zap from 'lucide-react/icons/zap'
import type { LazyIconName } from './icons.ts'

/** The icons that no widget and no tab uses. */
export const lazyIcons: Record<LazyIconName, LucideIcon> = {
  'arrow-down': ArrowDown,
  'arrow-left': ArrowLeft,
  'arrow-up': ArrowUp,
  award: Award,
  'badge-check': BadgeCheck,
  'badge-percent': BadgePercent,
  banknote: Banknote,
  'book-open': BookOpen,
  calendar: Calendar,
  camera: Camera,
  'chart-column': ChartColumn,
  'chart-pie': ChartPie,
  'chevron-up': ChevronUp,
  'circle-x': CircleX,
  clock: Clock,
  coins: Coins,
  copy: Copy,
  'credit-card': CreditCard,
  crown: Crown,
  download: Download,
  ellipsis: Ellipsis,
  'external-link': ExternalLink,
  'file-text': FileText,
  gauge: Gauge,
  gift: Gift,
  history: History,
  'id-card': IdCard,
  image: Image,
  'image-off': ImageOff,
  'key-round': KeyRound,
  languages: Languages,
  layers: Layers,
  list: List,
  'list-filter': ListFilter,
  'log-in': LogIn,
  'log-out': LogOut,
  mail: Mail,
  'map-pin': MapPin,
  'message-circle': MessageCircle,
  minus: Minus,
  monitor: Monitor,
  moon: Moon,
  palette: Palette,
  pencil: Pencil,
  percent: Percent,
  phone: Phone,
  plus: Plus,
  'qr-code': QrCode,
  'receipt-text': ReceiptText,
  repeat: Repeat,
  'rotate-ccw': RotateCcw,
  'share-2': Share2,
  'shield-check': ShieldCheck,
  'sliders-horizontal': SlidersHorizontal,
  smartphone: Smartphone,
  sun: Sun,
  'sun-moon': SunMoon,
  target: Target,
  timer: Timer,
  'trash-2': Trash2,
  'trending-down': TrendingDown,
  'trending-up': TrendingUp,
  'triangle-alert': TriangleAlert,
  upload: Upload,
  'user-plus': UserPlus,
  'user-round': UserRound,
  users: Users,
  'wifi-off': WifiOff,
  zap: Zap,
}
