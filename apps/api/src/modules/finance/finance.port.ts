export { FinanceFigures } from './finance-figures.service';
