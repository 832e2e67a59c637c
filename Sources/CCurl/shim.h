#pragma once
#include <curl/curl.h>
#include <sys/select.h>

/* Swift cannot call variadic functions such as libcurl's: one function for each kind of value. */
static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_on_bytes(CURL *handle, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_set_on_socket(CURL *handle, curl_opensocket_callback value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline CURLcode curl_set_on_request(CURL *handle, curl_prereq_callback value) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}
static inline CURLcode curl_get_number(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode curl_get_text(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode curl_get_socket(CURL *handle, curl_socket_t *value) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, value);
}
static inline CURLcode curl_get_certificates(CURL *handle, struct curl_certinfo **value) {
    return curl_easy_getinfo(handle, CURLINFO_CERTINFO, value);
}
static inline CURLMcode curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLcode curl_message_result(const CURLMsg *message) { return message->data.result; }

/* Writes the descriptors that a multi handle waits for to `waits`, and returns how many. */
static inline int curl_multi_waits(CURLM *multi, struct curl_waitfd *waits, int capacity) {
    fd_set reading, writing, other;
    int highest = -1, count = 0;
    FD_ZERO(&reading);
    FD_ZERO(&writing);
    FD_ZERO(&other);
    if (curl_multi_fdset(multi, &reading, &writing, &other, &highest) != CURLM_OK) return 0;
    for (int socket = 0; socket <= highest && count < capacity; socket++) {
        short events = 0;
        if (FD_ISSET(socket, &reading)) events |= CURL_WAIT_POLLIN;
        if (FD_ISSET(socket, &writing)) events |= CURL_WAIT_POLLOUT;
        if (events != 0) waits[count++] = (struct curl_waitfd){socket, events, 0};
    }
    return count;
}

/* Macros with casts, which Swift cannot import. */
static const long curl_auth_basic = CURLAUTH_BASIC;
static const long curl_auth_digest = CURLAUTH_DIGEST;
static const long curl_global_tls = CURL_GLOBAL_SSL;
static const curl_socket_t curl_no_socket = CURL_SOCKET_BAD;
