import { useRef } from 'react';
import { Button } from '../page.tsx';

interface Props {
  label: string;
  /** Accessible name, if the label alone does not name the object. */
  name?: string;
  size?: 'normal' | 'small';
  /** Accepted file name extensions, for example `.xlsx`. Empty: any file. */
  accept: readonly string[];
  isMultiple?: boolean;
  isDisabled?: boolean;
  isPending?: boolean;
  onFiles: (files: File[]) => void;
}

/** Button that opens the browser's dialog for files. Calls `onFiles` with at least a file. */
export function FileButton({ label, name, size = 'normal', accept, isMultiple, onFiles, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...rest}
        variant="secondary"
        size={size}
        aria-label={name}
        onPress={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept.join()}
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Otherwise the browser would not report a corrected file of the old name.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
