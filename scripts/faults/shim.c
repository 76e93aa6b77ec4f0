/*
 * Stands between a server and the C library (LD_PRELOAD), and makes the disk under one folder and the clock of the
 * day fail on order. Orders are words of a small file that is mapped here and written by shim.ts: a change is seen at
 * the next call, in every thread and every child process, without a lock. Everything else goes straight through.
 *
 * SCAF_SHIM_CONTROL: the file of orders. SCAF_SHIM_FOLDER: the folder, as realpath writes it, without a slash at its
 * end. SCAF_SHIM_LOG (optional): where each write, truncation and sync below the folder is noted, with its bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#if __SIZEOF_POINTER__ != 8
#error "Offsets are given to the kernel in one register: 64 bits are needed."
#endif

/* The words of the file, in the order of shim.ts. */
enum { MODE, CLOCK_OFFSET_MS, WRITES_LEFT, TORN_BYTES, FAILED_WRITES, FAILED_SYNCS, WRITES, WORDS };
enum { DISK_OK, DISK_FULL, SYNC_FAILS, WRITE_FAILS, TORN };

/* Nobody gives orders until a file of them is mapped. */
static int64_t none[WORDS];
static int64_t *words = none;
static const char *folder;
static size_t folder_length;
static int log_fd = -1;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int (*next_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  next_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *control = getenv("SCAF_SHIM_CONTROL");
  const char *log = getenv("SCAF_SHIM_LOG");
  folder = getenv("SCAF_SHIM_FOLDER");
  if (control == NULL || folder == NULL) return;
  folder_length = strlen(folder);
  int fd = open(control, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, WORDS * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (mapped == MAP_FAILED) return;
  if (log != NULL) log_fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  words = mapped;
}

static int64_t word(int which) { return __atomic_load_n(&words[which], __ATOMIC_RELAXED); }

static void count(int which) { __atomic_fetch_add(&words[which], 1, __ATOMIC_RELAXED); }

/* The file's path below the folder; NULL for whatever lies elsewhere or is no file. */
static const char *below(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length <= (ssize_t)folder_length) return NULL;
  path[length] = '\0';
  if (strncmp(path, folder, folder_length) != 0 || path[folder_length] != '/') return NULL;
  return path + folder_length + 1;
}

/* Whether a call on the file concerns us: nothing is looked up while nothing is wanted. */
static const char *watched(int fd, char *path, size_t size) {
  if (words == none || (word(MODE) == DISK_OK && log_fd < 0)) return NULL;
  int before = errno;
  const char *name = below(fd, path, size);
  errno = before;
  return name;
}

/* A line of the log, as power-cut.ts reads it: five numbers, the path, the bytes. */
static void note(int64_t kind, const char *name, int64_t at, int64_t result, const void *bytes, size_t length) {
  if (log_fd < 0) return;
  int before = errno;
  int64_t head[5] = {kind, (int64_t)strlen(name), at, result, (int64_t)length};
  struct iovec parts[3] = {
      {head, sizeof head}, {(void *)name, strlen(name)}, {(void *)bytes, length}};
  syscall(SYS_writev, log_fd, parts, length == 0 ? 2 : 3);
  errno = before;
}

static int64_t size_of(int fd) {
  struct stat now;
  return fstat(fd, &now) == 0 ? (int64_t)now.st_size : 0;
}

static ssize_t fail(int counted, int error) {
  count(counted);
  errno = error;
  return -1;
}

/* A write of `length` bytes at `at`: done, refused, or the last half thing that this process does. */
static ssize_t write_at(int fd, const char *name, const void *bytes, size_t length, int64_t at) {
  int64_t mode = word(MODE);
  count(WRITES);
  if (mode == WRITE_FAILS) return fail(FAILED_WRITES, EIO);
  if (mode == DISK_FULL && at + (int64_t)length > size_of(fd)) return fail(FAILED_WRITES, ENOSPC);
  if (mode == TORN && __atomic_sub_fetch(&words[WRITES_LEFT], 1, __ATOMIC_RELAXED) == 0) {
    int64_t part = word(TORN_BYTES);
    if (part > (int64_t)length) part = (int64_t)length;
    if (part > 0) syscall(SYS_pwrite64, fd, bytes, (size_t)part, at);
    syscall(SYS_kill, getpid(), SIGKILL);
  }
  ssize_t done = syscall(SYS_pwrite64, fd, bytes, length, at);
  if (done > 0) note(1, name, at, done, bytes, (size_t)done);
  return done;
}

/* Where a write without a place goes: to the end of a file that is opened so, else on from the last one. */
static int64_t place_of(int fd) {
  if (fcntl(fd, F_GETFL) & O_APPEND) return size_of(fd);
  return (int64_t)syscall(SYS_lseek, fd, 0, SEEK_CUR);
}

static ssize_t write_on(int fd, const char *name, const void *bytes, size_t length) {
  pthread_mutex_lock(&log_lock);
  int64_t at = place_of(fd);
  ssize_t done = write_at(fd, name, bytes, length, at);
  if (done > 0) {
    int before = errno;
    syscall(SYS_lseek, fd, at + done, SEEK_SET);
    errno = before;
  }
  pthread_mutex_unlock(&log_lock);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  char path[4096];
  const char *name = watched(fd, path, sizeof path);
  return name == NULL ? syscall(SYS_write, fd, bytes, length) : write_on(fd, name, bytes, length);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  char path[4096];
  const char *name = watched(fd, path, sizeof path);
  if (name == NULL) return syscall(SYS_pwrite64, fd, bytes, length, at);
  pthread_mutex_lock(&log_lock);
  ssize_t done = write_at(fd, name, bytes, length, at);
  pthread_mutex_unlock(&log_lock);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }

/* Only the first part of what is gathered is written: whoever calls must go on from there, as after any short write. */
ssize_t writev(int fd, const struct iovec *parts, int number) {
  char path[4096];
  const char *name = watched(fd, path, sizeof path);
  if (name == NULL || number < 1) return syscall(SYS_writev, fd, parts, number);
  return write_on(fd, name, parts[0].iov_base, parts[0].iov_len);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int number, off64_t at) {
  char path[4096];
  const char *name = watched(fd, path, sizeof path);
  if (name == NULL || number < 1) return syscall(SYS_pwritev, fd, parts, number, at, 0L);
  return pwrite64(fd, parts[0].iov_base, parts[0].iov_len, at);
}

ssize_t pwritev(int fd, const struct iovec *parts, int number, off_t at) {
  return pwritev64(fd, parts, number, at);
}

int ftruncate64(int fd, off64_t length) {
  char path[4096];
  const char *name = watched(fd, path, sizeof path);
  if (name == NULL) return (int)syscall(SYS_ftruncate, fd, length);
  if (word(MODE) == WRITE_FAILS) return (int)fail(FAILED_WRITES, EIO);
  int done = (int)syscall(SYS_ftruncate, fd, length);
  if (done == 0) note(2, name, length, 0, NULL, 0);
  return done;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fallocate64(int fd, int how, off64_t at, off64_t length) {
  char path[4096];
  const char *name = watched(fd, path, sizeof path);
  if (name != NULL) {
    if (word(MODE) == WRITE_FAILS) return (int)fail(FAILED_WRITES, EIO);
    if (word(MODE) == DISK_FULL && at + length > size_of(fd)) return (int)fail(FAILED_WRITES, ENOSPC);
  }
  return (int)syscall(SYS_fallocate, fd, how, at, length);
}

int fallocate(int fd, int how, off_t at, off_t length) { return fallocate64(fd, how, at, length); }

/* This one answers with the error instead of setting it. */
int posix_fallocate64(int fd, off64_t at, off64_t length) {
  return fallocate64(fd, 0, at, length) == 0 ? 0 : errno;
}

int posix_fallocate(int fd, off_t at, off_t length) { return posix_fallocate64(fd, at, length); }

static int sync_by(long call, int fd) {
  char path[4096];
  const char *name = watched(fd, path, sizeof path);
  if (name == NULL) return (int)syscall(call, fd);
  pthread_mutex_lock(&log_lock);
  int done = word(MODE) == SYNC_FAILS ? (int)fail(FAILED_SYNCS, EIO) : (int)syscall(call, fd);
  note(3, name, 0, done, NULL, 0);
  pthread_mutex_unlock(&log_lock);
  return done;
}

int fsync(int fd) { return sync_by(SYS_fsync, fd); }
int fdatasync(int fd) { return sync_by(SYS_fdatasync, fd); }

/* The clock of the day alone is moved; what measures intervals goes on as it should. */
static int is_of_the_day(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int done = next_clock_gettime == NULL ? (int)syscall(SYS_clock_gettime, clock, now)
                                        : next_clock_gettime(clock, now);
  int64_t offset = is_of_the_day(clock) ? word(CLOCK_OFFSET_MS) : 0;
  if (done != 0 || offset == 0) return done;
  int64_t nanos = now->tv_nsec + (offset % 1000) * 1000000;
  now->tv_sec += offset / 1000;
  if (nanos < 0) {
    nanos += 1000000000;
    now->tv_sec -= 1;
  } else if (nanos >= 1000000000) {
    nanos -= 1000000000;
    now->tv_sec += 1;
  }
  now->tv_nsec = nanos;
  return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return (time_t)-1;
  if (out != NULL) *out = exact.tv_sec;
  return exact.tv_sec;
}
