export { isDay, ZoneClock } from './zone-clock';
