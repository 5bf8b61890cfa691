(* Analysis on [0, oo), proved once: what the cited theorems say of finitely many functions and of
   curves of vectors, without Dini derivatives. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words.
From Kernel Require Export OneFunction.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. finitely many functions *)

Lemma total_le {I} (T : list I) (f g : I -> R) :
  (forall i, f i <= g i) -> total T f <= total T g.
Proof. intros H. induction T as [|i T IH]; simpl; [lra|]. specialize (H i). lra. Qed.
Lemma total_abs {I} (T : list I) (f : I -> R) c :
  (forall i, Rabs (f i) <= c) -> Rabs (total T f) <= size T * c.
Proof.
  intros H. unfold size. induction T as [|i T IH]; simpl; [rewrite Rabs_R0; lra|].
  specialize (H i). eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.
Lemma least_positive {I} (T : list I) (f : I -> R) : (forall i, 0 < f i) ->
  exists s, 0 < s /\ forall i, In i T -> s <= f i.
Proof.
  intros P. induction T as [|i T [s [S H]]]; [exists 1; split; [lra | intros i []]|].
  exists (Rmin (f i) s). split; [apply Rmin_glb_lt; auto|].
  intros j [<-|J]; [apply Rmin_l | eapply Rle_trans; [apply Rmin_r | auto]].
Qed.
(* No u_i rises above M if the largest one, as long as it is but a little above, does not run away. *)
Lemma barrier {I} (T : list I) (u du : I -> R -> R) K M delta : lists T -> 0 <= K -> 0 < delta ->
  (forall i, differentiable (u i) (du i)) -> (forall i, u i 0 <= M) ->
  (forall i t, 0 <= t -> M < u i t < M + delta -> (forall j, u j t <= u i t) ->
     du i t <= K * (u i t - M)) ->
  forall i t, 0 <= t -> u i t <= M.
Proof.
  intros All HK Hd D Start Slope i0 t0 Ht0. apply Rnot_lt_le. intro Above.
  set (k := K + 1). set (top := exp (k * t0)).
  assert (P : 0 < top) by apply exp_pos.
  assert (Q : 0 < (u i0 t0 - M) / top) by (apply Rdiv_lt_0_compat; lra).
  set (eps := Rmin ((u i0 t0 - M) / top) (delta / (2 * top))).
  assert (Eps : 0 < eps).
  { apply Rmin_glb_lt; [auto|]. apply Rdiv_lt_0_compat; lra. }
  assert (Eps1 : eps * top <= u i0 t0 - M).
  { apply Rle_trans with ((u i0 t0 - M) / top * top).
    apply Rmult_le_compat_r; [lra | apply Rmin_l]. right. field. lra. }
  assert (Eps2 : eps * top < delta).
  { apply Rle_lt_trans with (delta / (2 * top) * top).
    apply Rmult_le_compat_r; [lra | apply Rmin_r].
    replace (delta / (2 * top) * top) with (delta / 2) by (field; lra). lra. }
  set (b := fun t => M + eps * exp (k * t)).
  assert (Db : forall t, is_derive b t (k * (b t - M))).
  { intro t. eapply derive_eq.
    apply (derive_plus (fun _ => M) (fun t => eps * exp (k * t))); [apply derive_const|].
    apply (derive_mult (fun _ => eps) (fun t => exp (k * t)));
      [apply derive_const | apply derive_exp_rate]. unfold b. ring. }
  assert (Dg : forall i t, 0 <= t -> is_derive (fun t => u i t - b t) t (du i t - k * (b t - M))).
  { intros i t Ht. apply (derive_minus (u i) b); [apply D; auto | apply Db]. }
  assert (Bpos : forall t, M < b t).
  { intro t. unfold b. assert (0 < eps * exp (k * t)) by
      (apply Rmult_lt_0_compat; [lra | apply exp_pos]). lra. }
  assert (Btop : forall t, 0 <= t <= t0 -> b t < M + delta).
  { intros t Ht. unfold b. apply Rplus_lt_compat_l. apply Rle_lt_trans with (eps * top); [|auto].
    apply Rmult_le_compat_l; [lra|]. apply exp_rate_monotone; unfold k; lra. }
  assert (Claim : forall t, 0 <= t <= t0 -> forall i, In i T -> u i t - b t < 0).
  { apply (real_induction (fun t => forall i, In i T -> u i t - b t < 0)).
    - intros t N i J. apply Rnot_le_lt. intro L. apply N. intro F. specialize (F i J). lra.
    - intros i _. specialize (Start i). specialize (Bpos 0). lra.
    - intros t Ht Now.
      destruct (finitely_many T (fun i s => u i s - b s < 0) t) as [d [Hdd H]].
      { intro i. apply (stays_negative (fun t => u i t - b t) t _ (Dg i t ltac:(lra))).
        apply Now, All. }
      exists d. split; [auto|]. intros s S. apply H. rewrite Rabs_right; lra.
    - intros t Ht Before i _.
      assert (Le : forall j, u j t - b t <= 0).
      { intro j. apply Rnot_lt_le. intro Pos.
        destruct (stays_negative (fun t => - (u j t - b t)) t (- (du j t - k * (b t - M))))
          as [d [Hdd H]].
        { apply (derive_opp (fun t => u j t - b t)). apply Dg; lra. } { lra. }
        set (s := Rmax 0 (t - d / 2)).
        assert (s < t) by (apply Rmax_lub_lt; lra). assert (t - d / 2 <= s) by apply Rmax_r.
        assert (0 <= s) by apply Rmax_l.
        specialize (H s ltac:(rewrite Rabs_left; lra)).
        specialize (Before s ltac:(lra) j (All j)). lra. }
      destruct (Le i) as [|Eq]; [lra|].
      assert (Sl : du i t <= K * (u i t - M)).
      { apply Slope; [lra| |]. specialize (Bpos t). specialize (Btop t ltac:(lra)). lra.
        intro j. specialize (Le j). lra. }
      destruct (was_larger (fun t => u i t - b t) t _ (Dg i t ltac:(lra))) as [d [Hdd H]].
      { replace (u i t) with (b t) in Sl by lra. unfold k. specialize (Bpos t). lra. }
      set (s := Rmax 0 (t - d / 2)).
      assert (s < t) by (apply Rmax_lub_lt; lra). assert (t - d / 2 <= s) by apply Rmax_r.
      assert (0 <= s) by apply Rmax_l. specialize (H s ltac:(lra)). cbv beta in H.
      specialize (Before s ltac:(lra) i (All i)). lra. }
  specialize (Claim t0 ltac:(lra) i0 (All i0)). unfold b in Claim. fold top in Claim. lra.
Qed.
(* The least of them does not fall below sigma. *)
Lemma least_stays {I} (T : list I) (u du : I -> R -> R) sigma delta : lists T -> 0 < delta ->
  (forall i, differentiable (u i) (du i)) -> (forall i, sigma <= u i 0) ->
  (forall i t, 0 <= t -> sigma - delta < u i t < sigma -> (forall j, u i t <= u j t) ->
     0 <= du i t) ->
  forall i t, 0 <= t -> sigma <= u i t.
Proof.
  intros All Hd D Start Slope i t Ht.
  cut (- u i t <= - sigma); [lra|].
  apply (barrier T (fun i t => - u i t) (fun i t => - du i t) 0 (- sigma) delta);
    try assumption; try lra.
  - intros j s Hs. apply (derive_opp (u j)). apply D; auto.
  - intro j. specialize (Start j). lra.
  - intros j s Hs B L. assert (0 <= du j s); [|lra].
    apply Slope; [auto | lra | intro q; specialize (L q); lra].
Qed.
(* The largest decays at the rate that it has while it is the largest. *)
Lemma largest_decays {I} (T : list I) (u du : I -> R -> R) k M : lists T ->
  (forall i, differentiable (u i) (du i)) -> (forall i, u i 0 <= M) ->
  (forall i t, 0 <= t -> (forall j, u j t <= u i t) -> du i t <= - k * u i t) ->
  forall i t, 0 <= t -> u i t <= M * exp (- k * t).
Proof.
  intros All D Start Slope i t Ht.
  assert (H : u i t * exp (k * t) <= M).
  { apply (barrier T (fun i t => u i t * exp (k * t))
             (fun i t => du i t * exp (k * t) + u i t * (k * exp (k * t))) 0 M 1);
      try assumption; try lra.
    - intros j s Hs. apply (derive_mult (u j) (fun t => exp (k * t))); [apply D; auto|].
      apply derive_exp_rate.
    - intro j. rewrite Rmult_0_r, exp_0, Rmult_1_r. auto.
    - intros j s Hs _ L. rewrite Rmult_0_l. assert (P := exp_pos (k * s)).
      assert (du j s <= - k * u j s).
      { apply Slope; [auto|]. intro q. apply Rmult_le_reg_r with (exp (k * s)); auto. }
      apply Rle_trans with ((du j s + k * u j s) * exp (k * s)); [right; ring|].
      replace 0 with (0 * exp (k * s)) by ring. apply Rmult_le_compat_r; lra. }
  apply Rmult_le_reg_r with (exp (k * t)); [apply exp_pos|].
  rewrite Rmult_assoc, <- exp_plus. replace (- k * t + k * t) with 0 by ring.
  rewrite exp_0, Rmult_1_r. exact H.
Qed.
(* Gronwall, for one function. *)
Lemma gronwall (u du : R -> R) k : differentiable u du ->
  (forall t, 0 <= t -> du t <= - k * u t) -> forall t, 0 <= t -> u t <= u 0 * exp (- k * t).
Proof.
  intros D H t Ht. apply (largest_decays (tt :: nil) (fun _ => u) (fun _ => du) k (u 0));
    try (intros; auto; lra). intros []. left; auto. exact tt.
Qed.
Lemma spread_decays {I} (T : list I) (v dv : I -> R -> R) k M : lists T ->
  (forall i, differentiable (v i) (dv i)) -> (forall i j, v i 0 - v j 0 <= M) ->
  (forall i j t, 0 <= t -> (forall q, v q t <= v i t) -> (forall q, v j t <= v q t) ->
     dv i t - dv j t <= - k * (v i t - v j t)) ->
  forall i j t, 0 <= t -> v i t - v j t <= M * exp (- k * t).
Proof.
  intros All D Start Slope i j t Ht.
  apply (largest_decays (list_prod T T) (fun q t => v (fst q) t - v (snd q) t)
           (fun q t => dv (fst q) t - dv (snd q) t) k M) with (i := (i, j)); auto.
  - intros [p q]. apply in_prod; auto.
  - intros [p q] s Hs. apply (derive_minus (v p) (v q)); apply D; auto.
  - intros [p q] s Hs L. simpl in *. apply Slope; [auto| |]; intro r.
    specialize (L (r, q)). simpl in L. lra. specialize (L (p, r)). simpl in L. lra.
Qed.

(* ------------------------------------------------------------------ 2. curves of vectors *)

(* The exported steps are about time 0, and some say only that there is a rate. *)
Section Shift.
Context {S : inner_product_space}.
Lemma derive_shift (u : R -> R) t l : is_derive u t l <-> is_derive (fun h => u (t + h)) 0 l.
Proof.
  rewrite !vderive_real. split; intros H eps E; destruct (H eps E) as [d D]; exists d; intros h L;
    specialize (D h L); rewrite ?Rplus_0_r, ?Rplus_0_l in *; exact D.
Qed.
End Shift.

(* A curve whose speed decays exponentially goes only so far, and in a complete space to a point. *)
Section Drift.
Context {S : inner_product_space} (y dy : R -> S) (K r : R).
Hypothesis Moves : forall t, 0 <= t -> is_vderive y t (dy t).
Hypothesis Rpos : 0 < r.
Hypothesis Speed : forall t, 0 <= t -> vnorm (dy t) <= K * exp (- r * t).
Lemma drift s t : 0 <= s <= t -> vnorm (vsub (y t) (y s)) <= K / r * exp (- r * s).
Proof.
  intros H. set (xi := vsub (y t) (y s)).
  assert (K0 : 0 <= K).
  { specialize (Speed 0 ltac:(lra)). rewrite Rmult_0_r, exp_0 in Speed.
    assert (N := vnorm_nonneg (dy 0)). lra. }
  assert (KR : 0 <= K / r) by (apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]).
  destruct (vnorm_nonneg xi) as [N|Z].
  2: { rewrite <- Z. apply Rmult_le_pos; [auto | left; apply exp_pos]. }
  assert (G := growth (fun x => - (vnorm xi * (K / r) * exp (- r * x)) - inner xi (y x))
    (fun x => vnorm xi * K * exp (- r * x) - inner xi (dy x)) 0 s t ltac:(lra)).
  rewrite Rmult_0_l in G. 
  assert (I : inner xi (y t) - inner xi (y s) <= vnorm xi * (K / r * exp (- r * s))).
  { assert (0 <= vnorm xi * (K / r) * exp (- r * t)).
    { assert (0 <= vnorm xi * (K / r)) by (apply Rmult_le_pos; lra).
      apply Rmult_le_pos; [auto | left; apply exp_pos]. }
    cbv beta in G. match type of G with ?a -> ?b -> ?c => assert (Q : c); [|lra] end.
    apply G; intros x X.
    - eapply derive_eq. apply (derive_minus
        (fun x => - (vnorm xi * (K / r) * exp (- r * x))) (fun x => inner xi (y x))).
      + apply (derive_opp (fun x => vnorm xi * (K / r) * exp (- r * x))).
        apply (derive_mult (fun _ => vnorm xi * (K / r)) (fun x => exp (- r * x)));
          [apply derive_const | apply derive_exp_rate].
      + apply (derive_inner (fun _ => xi) y); [apply vderive_const | apply Moves; lra].
      + rewrite inner_zero_l. field. lra.
    - specialize (Speed x ltac:(lra)). assert (C := inner_le_vnorm xi (dy x)).
      apply Rabs_le_between in C.
      assert (vnorm xi * vnorm (dy x) <= vnorm xi * (K * exp (- r * x))) by
        (apply Rmult_le_compat_l; lra). lra. }
  apply Rmult_le_reg_l with (vnorm xi); [auto|]. rewrite vnorm_square.
  replace (inner xi xi) with (inner xi (vsub (y t) (y s))) by reflexivity.
  unfold vsub. rewrite inner_add_r, inner_scale_r. lra.
Qed.
End Drift.

(* A positive operator gives another inner product: without loss of generality W = 1. *)
Lemma positive_nonneg {S : inner_product_space} (W : S -> S) : positive W ->
  forall x, 0 <= inner x (W x).
Proof.
  intros [_ [_ P]] x. destruct (Req_dec (inner x x) 0) as [Z|N].
  - apply inner_definite in Z. subst. rewrite inner_zero_l. lra.
  - left. apply P. intro E. apply N. rewrite E, inner_zero_l. reflexivity.
Qed.
Definition weighted (S : inner_product_space) (W : S -> S) (P : positive W) : inner_product_space.
Proof.
  refine {| vector := S; vadd := vadd; vscale := vscale; vzero := vzero;
            inner := fun x y => inner x (W y) |};
  try apply S.
  - intros x y. rewrite <- (proj1 P). apply inner_sym.
  - intros x y z. apply inner_add_l.
  - intros c x z. apply inner_scale_l.
  - apply (positive_nonneg W P).
  - intros x E. apply inner_definite. destruct (Req_dec (inner x x) 0) as [|N]; [auto|].
    assert (0 < inner x (W x)); [|lra]. apply P. intro Z. apply N. rewrite Z. apply inner_zero_l.
Defined.
Lemma vderive_weighted (S : inner_product_space) (W : S -> S) (P : positive W) (y : R -> S) t v :
  is_vderive y t v -> is_vderive (S := weighted S W P) y t v.
Proof.
  intros H eps E. destruct P as [HA [[C [C0 HC]] HP]] eqn:EP. rewrite <- EP. clear EP.
  destruct (H (eps / sqrt (C + 1))) as [d D].
  { apply Rdiv_lt_0_compat; [auto | apply sqrt_lt_R0; lra]. }
  exists d. intros h L. specialize (D h L). set (r := vsub _ _) in D.
  change (vsub _ _) with r. set (Wn := vnorm _). 
  assert (Q : Wn <= sqrt (C + 1) * vnorm r).
  { unfold Wn, vnorm. simpl. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt.
    eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
    rewrite <- vnorm_square. assert (N := vnorm_nonneg r). specialize (HC r).
    apply Rle_trans with (vnorm r * (C * vnorm r)); [apply Rmult_le_compat_l; auto|].
    assert (0 <= vnorm r * vnorm r) by (apply Rmult_le_pos; auto). lra. }
  eapply Rle_trans; [exact Q|].
  apply Rle_trans with (sqrt (C + 1) * (eps / sqrt (C + 1) * Rabs h)).
  apply Rmult_le_compat_l; [apply sqrt_pos | exact D].
  right. field. apply Rgt_not_eq, sqrt_lt_R0. lra.
Qed.
Lemma vtotal_weighted (S : inner_product_space) (W : S -> S) (P : positive W) {I} (T : list I)
  (f : I -> S) : @vtotal (weighted S W P) I T f = @vtotal S I T f.
Proof. induction T; simpl; [reflexivity | rewrite IHT; reflexivity]. Qed.
