export { readNumber } from '@shifa/contract';
