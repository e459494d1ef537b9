import { type ComponentProps, useCallback } from 'react';

type BlobImageProps = Omit<ComponentProps<'img'>, 'src' | 'ref' | 'alt'> & { blob: Blob; alt: string };

/** An image that was fetched as a file; its address lives as long as it is shown. */
export function BlobImage({ blob, alt, ...image }: BlobImageProps) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const address = URL.createObjectURL(blob);
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img {...image} ref={show} alt={alt} />;
}
