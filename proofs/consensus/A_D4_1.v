(* A-D4.1: Danskin's theorem for finitely many functions, at time 0. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words OneFunction Curves.
Open Scope R_scope.

(* A finite set of numbers has a largest one, if it has any; decided by comparing only. *)
Lemma largest_of {A} (T : list A) (f : A -> R) (P : A -> Prop) : (forall i, P i \/ ~ P i) ->
  (exists i, In i T /\ P i) -> exists i, In i T /\ P i /\ forall j, In j T -> P j -> f j <= f i.
Proof.
  intros Dec. induction T as [|k T IH]; [intros [i [[] _]]|]. intros [i [I Pi]].
  destruct (Dec k) as [Pk|Nk].
  - assert (E : (exists i, In i T /\ P i) \/ ~ exists i, In i T /\ P i).
    { clear - Dec. induction T as [|j T [[i [I P']]|N]].
      - right. intros [i [[] _]].
      - left. exists i. split; [right; auto | auto].
      - destruct (Dec j) as [Pj|Nj]; [left; exists j; split; [left|]; auto|].
        right. intros [i [[->|I] P']]; [auto | apply N; exists i; auto]. }
    destruct E as [E|N].
    + destruct (IH E) as [b [B [Pb Max]]]. destruct (Rle_lt_dec (f k) (f b)) as [L|L].
      * exists b. split; [right; auto|]. split; [auto|]. intros j [<-|J] Pj; auto.
      * exists k. split; [left; auto|]. split; [auto|]. intros j [<-|J] Pj; [lra|].
        specialize (Max j J Pj). lra.
    + exists k. split; [left; auto|]. split; [auto|]. intros j [<-|J] Pj; [lra|].
      exfalso. apply N. exists j. auto.
  - destruct IH as [b [B [Pb Max]]].
    { destruct I as [->|I]; [contradiction | exists i; auto]. }
    exists b. split; [right; auto|]. split; [auto|]. intros j [<-|J] Pj; [contradiction | auto].
Qed.

Section Largest.
Context {Token : Type} (tokens : list Token) (f r : R -> Token -> R) (top : R -> R) (k : Token).
Hypothesis Moves : forall t i, 0 <= t -> is_derive (fun s => f s i) t (r t i).
Hypothesis ET : enumerates tokens.
Hypothesis Largest : forall t, 0 <= t -> (forall j, f t j <= top t) /\ exists i, f t i = top t.
Lemma steepest : exists i, f 0 i = top 0 /\ forall j, f 0 j = top 0 -> r 0 j <= r 0 i.
Proof.
  destruct (largest_of tokens (r 0) (fun i => f 0 i = top 0)) as [i [_ [Active Max]]].
  - intro i. destruct (Req_dec (f 0 i) (top 0)); auto.
  - destruct (proj2 (Largest 0 (Rle_refl 0))) as [i I]. exists i. split; [apply ET | exact I].
  - exists i. split; [auto|]. intros j J. apply Max; [apply ET | exact J].
Qed.
(* A function stays near its tangent, and near its value. *)
Let tangent i eps : 0 < eps -> exists d, 0 < d /\ forall s, Rabs (s - 0) < d -> Rabs (f s i - (f 0 i + s * r 0 i)) <= eps * Rabs s.
Proof.
  intro E. destruct (proj1 (vderive_real (fun s => f s i) 0 (r 0 i)) (Moves 0 i (Rle_refl 0)) eps E) as [d H].
  exists d. split; [apply cond_pos|]. intros s S. rewrite Rminus_0_r in S. specialize (H s S). rewrite real_gap, Rplus_0_l in H. exact H.
Qed.
Let close i g : 0 < g -> exists d, 0 < d /\ forall s, Rabs (s - 0) < d -> Rabs (f s i - f 0 i) < g.
Proof.
  intro G. destruct (tangent i 1 Rlt_0_1) as [d [D H]]. assert (B := Rabs_pos (r 0 i)).
  exists (Rmin d (g / (Rabs (r 0 i) + 1))). split; [apply Rmin_glb_lt; [exact D | apply Rdiv_lt_0_compat; lra]|]. intros s S.
  specialize (H s (Rlt_le_trans _ _ _ S (Rmin_l _ _))). assert (S2 := Rlt_le_trans _ _ _ S (Rmin_r _ _)). rewrite Rminus_0_r in S2.
  apply (Rmult_lt_compat_r (Rabs (r 0 i) + 1)) in S2; [|lra]. replace (g / (Rabs (r 0 i) + 1) * (Rabs (r 0 i) + 1)) with g in S2 by (field; lra).
  replace (f s i - f 0 i) with (f s i - (f 0 i + s * r 0 i) + s * r 0 i) by ring. eapply Rle_lt_trans; [apply Rabs_triang|]. rewrite Rabs_mult. lra.
Qed.
Lemma right_slope : (forall t delta (a b e : Token -> R) now, 0 <= now -> 0 < t -> 0 <= delta -> (forall j, -1 * delta <= e j) ->
    forall i k, (forall j, a j <= a i) -> (forall j, a j + t * (b j + e j) <= a k + t * (b k + e k)) ->
    b i - delta <= (a k + t * (b k + e k) - a i) / t) ->
  (forall t gap (a b e : Token -> R) now, 0 <= now -> 0 < t -> 0 < gap -> forall j i, a j + gap <= a i ->
    t * (b j + e j - (b i + e i)) < gap -> a j + t * (b j + e j) < a i + t * (b i + e i)) ->
  (forall t delta (a b e : Token -> R) now, 0 <= now -> 0 < t -> 0 <= delta -> (forall j, e j <= delta) ->
    forall k i, a k <= a i -> b k <= b i -> (a k + t * (b k + e k) - a i) / t <= b i + delta) ->
  f 0 k = top 0 /\ (forall j, f 0 j = top 0 -> r 0 j <= r 0 k) ->
  forall top_now slope, top 0 = top_now /\ r 0 k = slope -> forall eps, 0 < eps -> exists d, 0 < d /\ forall t, 0 <= t ->
  0 < t /\ t < d -> sqrt ((top t - top_now - slope * t) ^ 2) <= eps * t.
Proof.
  intros Below NotActive Above [Active Steepest] now q [<- <-] eps E.
  destruct (finitely_many tokens (fun j s => Rabs (f s j - (f 0 j + s * r 0 j)) <= eps * Rabs s /\
    (f 0 j < top 0 -> f s j - f 0 j - (f s k - f 0 k) < top 0 - f 0 j)) 0) as [d [D Near]].
  { intro j. destruct (tangent j eps E) as [d1 [D1 H1]]. destruct (Rlt_dec (f 0 j) (top 0)) as [L|L]; [|exists d1; split; [exact D1 | intros s S; split; [auto | intro; contradiction]]].
    destruct (close j ((top 0 - f 0 j) / 2)) as [d2 [D2 H2]]; [lra|]. destruct (close k ((top 0 - f 0 j) / 2)) as [d3 [D3 H3]]; [lra|].
    exists (Rmin d1 (Rmin d2 d3)). split; [repeat apply Rmin_glb_lt; assumption|]. intros s S.
    assert (S1 := Rmin_l d1 (Rmin d2 d3)). assert (S2 := Rmin_r d1 (Rmin d2 d3)). assert (S3 := Rmin_l d2 d3). assert (S4 := Rmin_r d2 d3).
    split; [apply H1; lra|]. intros _. assert (A2 := Rabs_def2 _ _ (H2 s ltac:(lra))). assert (A3 := Rabs_def2 _ _ (H3 s ltac:(lra))). lra. }
  exists d. split; [exact D|]. intros t T [Pos Short]. set (e := fun j => (f t j - f 0 j) / t - r 0 j).
  assert (V : forall j, f 0 j + t * (r 0 j + e j) = f t j) by (intro; unfold e; field; lra).
  assert (N : forall j, - eps <= e j <= eps /\ (f 0 j < top 0 -> f t j - f 0 j - (f t k - f 0 k) < top 0 - f 0 j)).
  { intro j. destruct (Near t ltac:(rewrite Rminus_0_r, Rabs_right; lra) j (proj2 (proj2 ET) j)) as [B G]. split; [|exact G].
    rewrite (Rabs_right t) in B by lra. rewrite <- (V j) in B. replace (f 0 j + t * (r 0 j + e j) - (f 0 j + t * r 0 j)) with (t * e j) in B by ring.
    rewrite Rabs_mult, (Rabs_right t), Rmult_comm in B by lra. apply Rmult_le_reg_r in B; [|exact Pos]. apply Rabs_le_between in B. exact B. }
  destruct (Largest t T) as [Most [m M]]. destruct (Largest 0 (Rle_refl 0)) as [First _].
  assert (Am : f 0 m = top 0).
  { destruct (Rle_lt_or_eq_dec _ _ (First m)) as [L|Q]; [exfalso | exact Q]. assert (A := NotActive t (top 0 - f 0 m) (f 0) (r 0) e 0 (Rle_refl 0) Pos ltac:(lra) m k ltac:(lra)).
    rewrite !V in A. specialize (Most k). assert (G := proj2 (N m) L). rewrite <- (V m), <- (V k) in G. specialize (A ltac:(lra)). lra. }
  assert (B := Below t eps (f 0) (r 0) e 0 (Rle_refl 0) Pos ltac:(lra) ltac:(intro j; destruct (N j); lra) k m ltac:(intro; rewrite Active; auto) ltac:(intro; rewrite !V, M; auto)).
  assert (C := Above t eps (f 0) (r 0) e 0 (Rle_refl 0) Pos ltac:(lra) ltac:(intro j; destruct (N j); lra) m k ltac:(lra) (Steepest m Am)).
  rewrite V, M, Active in *. set (s := (top t - top 0) / t) in *. replace (top t - top 0) with (s * t) by (unfold s; field; lra).
  rewrite <- Rsqr_pow2, sqrt_Rsqr_abs. replace (s * t - r 0 k * t) with ((s - r 0 k) * t) by ring.
  rewrite Rabs_mult, (Rabs_right t) by lra. apply Rmult_le_compat_r; [lra | apply Rabs_le; lra].
Qed.
End Largest.
Lemma so_there_is {A} (L : Prop) (P Q : A -> Prop) : (L -> exists k, P k) -> (forall k, L /\ P k -> Q k) -> L -> exists k, P k /\ Q k.
Proof. intros E F H. destruct (E H) as [k K]. eauto. Qed.
