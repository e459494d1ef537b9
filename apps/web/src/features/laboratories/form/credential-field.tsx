import { FormParts } from '../../../components/form/form-parts';
import type { LaboratoryControl } from './use-laboratory-form';

const parts = [
  { part: 'body', label: 'Issuing body', type: 'text' },
  { part: 'number', label: 'Number', type: 'text' },
  { part: 'validUntil', label: 'Valid until', type: 'date' },
] as const;

type CredentialFieldProps = {
  control: LaboratoryControl;
  name: 'licence' | 'accreditation';
  /** `Licence` */
  label: string;
};

/** A licence or an accreditation: none, or all three of its parts. */
export function CredentialField(props: CredentialFieldProps) {
  return <FormParts {...props} parts={parts} />;
}
