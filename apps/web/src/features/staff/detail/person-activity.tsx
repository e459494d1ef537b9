import Stack from '@mui/material/Stack';
import type { StaffMember } from '@shifa/contract';
import { useContext } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { type PersonExtension, PersonExtensions } from '../../../screens/detail/person-extensions';
import { SectionCard } from '../../../ui/section-card';
import { useUser } from '../../../data/use-session';

/** The sections that the viewer may see of other people. */
export function useSectionsOfOthers(): readonly PersonExtension[] {
  const { permissions } = useUser();
  return useContext(PersonExtensions).filter(({ permission }) => {
    const { allowed, scope } = permissions[permission];
    return allowed && scope !== 'own';
  });
}

type PersonActivityProps = { person: StaffMember; sections: readonly PersonExtension[] };

/** What the person does: a section of each feature. */
export function PersonActivity({ person, sections }: PersonActivityProps) {
  const shown = sections.filter(({ ofLaboratory }) => !ofLaboratory || person.laboratoryId !== null);
  if (shown.length === 0) {
    return <EmptyState>This person isn't assigned to a laboratory, so there is no attendance or leave.</EmptyState>;
  }
  return (
    <Stack sx={{ gap: 4 }}>
      {shown.map(({ title, Section }) => (
        <SectionCard key={title} title={title}>
          <Section person={person} />
        </SectionCard>
      ))}
    </Stack>
  );
}
