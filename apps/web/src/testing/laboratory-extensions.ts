export { laboratoryExtensions } from '../app/routes/laboratory-extensions';
