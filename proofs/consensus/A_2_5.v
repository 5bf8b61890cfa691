(* A-2.5: layer and flow are both near one Euler step (FirstOrder.v), and the pull of softmax attention
   is bounded and Lipschitz along every solution (Gauged.v). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Inferences Bounded Complete Attention.
From Kernel Require Import Gnomonic Spheres Gauged FirstOrder.
Open Scope R_scope.

Section Softmax.
Context (S : inner_product_space) (Token : Type) (tokens : list Token) (W P P' A A' : S -> S) (h : R)
  (y f : R -> Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis HW : positive W.
Hypothesis Coe : coercive W.
Hypothesis Height : 1 <= h.
Hypothesis AdjP : adjoint P P'.
Hypothesis BoundP : bounded_operator P.
Hypothesis AdjA : adjoint A A'.
Hypothesis BoundA : bounded_operator A.
Let weight t i j := 1 / h * (exp (inner (y t i) (P (y t j)))
  / total tokens (fun k => exp (inner (y t i) (P (y t k))))).
Hypothesis Pull : forall t, 0 <= t -> forall i,
  f t i = vtotal tokens (fun j => vscale (weight t i j) (A (y t j))).
Let U := weighted S W HW.
Hypothesis Moves : forall t i, 0 <= t -> is_vderive (S := U) (fun t => y t i) t
  (vsub (f t i) (vscale (@inner U (y t i) (f t i)) (y t i))).
Hypothesis Start : forall i, @inner U (y 0 i) (y 0 i) = 1.

Lemma weight_unit t i j : 0 <= weight t i j <= 1.
Proof.
  assert (Q : 0 <= exp (inner (y t i) (P (y t j))) / total tokens (fun k => exp (inner (y t i) (P (y t k)))) <= 1)
    by exact (softmax_unit (Head := unit) tokens (fun _ _ => P) y ET t tt i j).
  assert (H : 0 < 1 / h <= 1).
  { split; [apply Rdiv_lt_0_compat; lra|]. unfold Rdiv. rewrite Rmult_1_l, <- Rinv_1. apply Rinv_le_contravar; lra. }
  unfold weight. split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra.
Qed.
(* The values are bounded in the metric, and so is what they pull with. *)
Lemma values_bounded : exists c, 0 < c /\ forall x : S, @vnorm U (A x) <= c * @vnorm U x.
Proof.
  destruct (norm_in_space S W HW Coe) as [c [C HC]]. destruct (norm_in_metric S W HW) as [d [D HD]].
  destruct BoundA as [b [B HB]]. exists (d * ((b + 1) * c)). split; [repeat apply Rmult_lt_0_compat; lra|]. intro x.
  eapply Rle_trans; [apply HD|]. rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  eapply Rle_trans; [apply HB|]. specialize (HC x). assert (N := vnorm_nonneg x).
  apply Rle_trans with ((b + 1) * vnorm x); [apply Rmult_le_compat_r; lra|]. apply Rmult_le_compat_l; [lra | exact HC].
Qed.
Lemma pull_at_most t i r c : 0 <= t -> 0 <= c -> (forall x : S, @vnorm U (A x) <= c * @vnorm U x) ->
  (forall j, @vnorm U (y t j) <= r) -> @vnorm U (f t i) <= size tokens * (c * r).
Proof.
  intros T C HC Near. rewrite Pull by auto. unfold U. rewrite <- (vtotal_weighted S W HW). apply (vtotal_norm U). intro j.
  assert (N : @vnorm U (@vscale U (weight t i j) (A (y t j))) = Rabs (weight t i j) * @vnorm U (A (y t j))) by apply vnorm_scale.
  assert (V : @vnorm U (A (y t j)) <= c * r).
  { eapply Rle_trans; [apply HC|]. apply Rmult_le_compat_l; auto. }
  assert (B := weight_unit t i j). assert (V0 := vnorm_nonneg (S := U) (A (y t j))).
  change (@vnorm U (@vscale U (weight t i j) (A (y t j))) <= c * r). rewrite N, Rabs_right by lra.
  apply Rle_trans with (1 * @vnorm U (A (y t j))); [apply Rmult_le_compat_r; lra | lra].
Qed.
Lemma unit_tokens t i : 0 <= t -> @inner U (y t i) (y t i) = 1.
Proof.
  destruct values_bounded as [c [C HC]]. intros T.
  apply (stays_unit (U := U) tokens y f (sqrt 2 * (size tokens * (c * sqrt 2))) (proj2 (proj2 ET))); auto.
  clear t i T. intros t i T Near. assert (R : forall j, @vnorm U (y t j) <= sqrt 2) by (intro j; apply sqrt_le_1_alt, Near).
  eapply Rle_trans; [apply inner_le_vnorm|].
  apply Rmult_le_compat; try apply vnorm_nonneg; [apply R | apply pull_at_most; auto; lra].
Qed.
Lemma pull_steady : exists L E, 0 <= L /\ 0 <= E /\ (forall t i, 0 <= t -> @vnorm U (f t i) <= L) /\
  forall t i, 0 <= t -> @vnorm U (vsub (f t i) (f 0 i)) <= E * t.
Proof.
  destruct values_bounded as [c [C HC]]. destruct (norm_in_space S W HW Coe) as [k [K HK]].
  destruct (norm_in_metric S W HW) as [d [D HD]]. assert (N : forall t i, 0 <= t -> @vnorm U (y t i) = 1)
    by (intros t i T; apply (vnorm_unit (U := U)), unit_tokens, T).
  set (L := size tokens * (c * 1)). assert (HL : forall t i, 0 <= t -> @vnorm U (f t i) <= L).
  { intros t i T. apply pull_at_most; auto; [lra|]. intro j. rewrite N by auto. lra. }
  assert (L0 : 0 <= L).
  { apply Rmult_le_pos; [left; apply size_positive; auto | lra]. }
  set (within := fun e t s => 0 <= t /\ 0 <= s /\ Rabs (t - s) <= e). assert (Pos : forall e t s, within e t s -> 0 <= e).
  { intros e t s [_ [_ H]]. exact (Rle_trans _ _ _ (Rabs_pos _) H). }
  assert (Travel : forall i s t, 0 <= s <= t -> @vnorm U (vsub (y t i) (y s i)) <= L * (t - s)).
  { intro i. eapply (travel (S := U) (fun t => y t i)); [intros t T; exact (Moves t i T)|].
    intros t T. eapply Rle_trans; [apply (tangent_norm (U := U)), unit_tokens, T | apply HL, T]. }
  assert (Gy : forall i, gauged within (S := S) (fun t => y t i)).
  { intro i. exists (k * 1), (k * L). split; [lra|]. split; [apply Rmult_le_pos; lra|]. intros e t s [T [Hs Near]].
    split; [rewrite <- (N t i T); apply HK|]. split; [rewrite <- (N s i Hs); apply HK|].
    eapply Rle_trans; [apply HK|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    apply Rle_trans with (L * Rabs (t - s)); [|apply Rmult_le_compat_l; auto]. destruct (Rle_lt_dec s t) as [O|O].
    - rewrite (Rabs_right (t - s)) by lra. apply (Travel i s t). lra.
    - assert (V : @vnorm U (vsub (y t i) (y s i)) = @vnorm U (vsub (y s i) (y t i))) by apply (Hemisphere.vsub_swap (S := U)).
      change (@vnorm U (vsub (y t i) (y s i)) <= L * Rabs (t - s)). rewrite V.
      rewrite (Rabs_left (t - s)) by lra. assert (Q := Travel i t s ltac:(lra)). lra. }
  assert (Gf : forall i, gauged within (S := S) (fun t => vtotal tokens (fun j => vscale (weight t i j) (A (y t j))))).
  { intro i. apply (gauged_vtotal within tokens (fun t j => vscale (weight t i j) (A (y t j)))). intro j.
    apply (gauged_scale within (fun t => weight t i j)).
    - apply (gauged_mult within (fun _ => 1 / h)); [apply (gauged_const within (S := real_line))|].
      apply (gauged_weight within Pos tokens (fun t k => inner (y t i) (P (y t k)))); auto. intro q.
      apply (gauged_inner within (S := S)); [apply Gy|]. apply (gauged_operator within Pos P P'); auto.
    - apply (gauged_operator within Pos A A'); auto. }
  assert (One : forall T, exists M, 0 <= M /\ forall i, In i T -> forall t, 0 <= t -> vnorm (vsub (f t i) (f 0 i)) <= M * t).
  { clear - Gf Pull. induction T as [|i T [M [HM IH]]].
    - exists 0. split; [lra|]. intros i [].
    - destruct (Gf i) as [b [Q [_ [HQ HF]]]]. exists (M + Q). split; [lra|]. intros j [<-|J] t T'.
      + destruct (HF t t 0) as [_ [_ H]].
        { split; [auto|]. split; [lra|]. rewrite Rminus_0_r, Rabs_right; lra. }
        rewrite <- !Pull in H by lra. assert (0 <= M * t) by (apply Rmult_le_pos; auto). lra.
      + specialize (IH j J t T'). assert (0 <= Q * t) by (apply Rmult_le_pos; auto). lra. }
  destruct (One tokens) as [M [HM H]]. exists L, (d * M). split; [auto|]. split; [apply Rmult_le_pos; lra|].
  split; [auto|]. intros t i T. eapply Rle_trans; [apply HD|]. rewrite Rmult_assoc.
  apply Rmult_le_compat_l; [lra|]. apply H; auto. apply ET.
Qed.
End Softmax.

Section Near.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (W : S -> S) (y f : R -> Token -> S) (Z G : Token -> S).
Let length (x : S) := sqrt (inner x (W x)).
Let euler (z g : S) t := vadd z (vscale t (vsub g (vscale (inner z (W g)) z))).
Hypothesis HW : positive W.
Let U := weighted S W HW.
Section Layer.
Let s q z := inner (W q) z.
Let side q z := vsub q (vscale (s q z) z).
Let k q z := inner (W (side q z)) (side q z).
Let along q z := k q z / (length q * (length q + s q z)).
Let across q z := (2 * (s q z - 1) + (s q z - 1) ^ 2 + k q z) / (length q * (length q + 1)).
Let rest q z := vadd (vscale (along q z) z) (vscale (across q z) (side q z)).
Hypothesis Remainder : forall q z t, 0 <= t -> 0 < inner q (W q) -> 0 < inner q q -> inner z (W z) = 1 -> 0 < length q + s q z ->
  vscale (/ length q) q = vsub (vadd z (side q z)) (rest q z).
Hypothesis Rest : forall q z t, 0 <= t -> 0 < inner q (W q) -> 0 < inner q q -> inner z (W z) = 1 -> 0 < length q + s q z ->
  inner (W (rest q z)) (rest q z) = along q z ^ 2 + across q z ^ 2 * k q z.
Lemma layer_near z g L t : length g <= L /\ L * t <= 1 / 2 -> inner z (W z) = 1 -> 0 <= t -> length (vadd z (vscale t g)) <> 0 /\
  length (vsub (vscale (/ length (vadd z (vscale t g))) (vadd z (vscale t g))) (euler z g t)) <= 3 * L ^ 2 * t ^ 2.
Proof.
  intros [Short Small] Unit T. set (q := vadd z (vscale t g)).
  assert (D : 1 / 2 <= length q) by exact (layer_defined (U := U) z g t L Unit T Short Small). split; [lra|].
  assert (AW := proj1 HW). assert (Sq : s q z = @inner U q z) by apply AW.
  assert (Kq : k q z = @inner U (side q z) (side q z)) by apply AW.
  assert (Eu : vadd z (side q z) = euler z g t) by (unfold side; rewrite Sq; exact (euler_is (U := U) z g t Unit)).
  assert (Small' : along q z ^ 2 + across q z ^ 2 * k q z <= (3 * (L * t * (L * t))) ^ 2).
  { unfold along, across. rewrite Kq. unfold side. rewrite Sq. exact (rest_small (U := U) z g t L Unit T Short Small). }
  assert (Marg : Rabs (s q z - 1) <= L * t) by (rewrite Sq; exact (margin (U := U) z g t L Unit T Short)).
  apply Rabs_le_between in Marg.
  assert (Pq : 0 < inner q (W q)) by (apply sqrt_lt_0_alt; rewrite sqrt_0; unfold length in D; lra).
  assert (Some : 0 < inner q q).
  { destruct (inner_nonneg _ q) as [P|Zero]; [exact P|]. assert (None : q = vzero) by (apply inner_definite; auto). rewrite None, inner_zero_l in Pq. lra. }
  rewrite (Remainder q z t T Pq Some Unit ltac:(lra)), <- Eu.
  replace (vsub (vsub (vadd z (side q z)) (rest q z)) (vadd z (side q z))) with (vscale (-1) (rest q z))
    by (apply inner_ext; intro w; unfold vsub; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring).
  change (@vnorm U (@vscale U (-1) (rest q z)) <= 3 * L ^ 2 * t ^ 2). rewrite vnorm_scale, (Rabs_left (-1)) by lra.
  replace (- -1 * @vnorm U (rest q z)) with (@vnorm U (rest q z)) by ring. apply root_of_square.
  - apply Rmult_le_pos; [apply Rmult_le_pos; [lra|]|]; apply pow2_ge_0.
  - change (inner (rest q z) (W (rest q z)) <= (3 * L ^ 2 * t ^ 2) ^ 2). rewrite <- AW, (Rest q z t T Pq Some Unit ltac:(lra)).
    replace (3 * L ^ 2 * t ^ 2) with (3 * (L * t * (L * t))) by ring. exact Small'.
Qed.
End Layer.
Hypotheses (Flow : forall t i, 0 <= t -> is_vderive (fun t => y t i) t (vsub (f t i) (vscale (inner (y t i) (W (f t i))) (y t i))))
  (ET : enumerates tokens) (Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1)
  (Starts : (forall i, y 0 i = Z i) /\ forall i, f 0 i = G i).
Let Moves t i : 0 <= t -> is_vderive (S := U) (fun t => y t i) t (vsub (f t i) (vscale (@inner U (y t i) (f t i)) (y t i))).
Proof. intros T. exact (vderive_weighted S W HW (fun t => y t i) t _ (Flow t i T)). Qed.
Section Steady.
Context (L E : R).
Hypothesis Steady : forall t, 0 <= t -> (forall i, length (f t i) <= L) /\ forall i, length (vsub (f t i) (G i)) <= E * t.
Let Short t i : 0 <= t -> @vnorm U (f t i) <= L. Proof. intro T. apply (Steady t T). Qed.
Let Slow t i : 0 <= t -> @vnorm U (vsub (f t i) (f 0 i)) <= E * t. Proof. intro T. rewrite (proj2 Starts). apply (Steady t T). Qed.
Lemma flow_near t i : 0 <= t -> length (vsub (y t i) (euler (Z i) (G i) t)) <= (E / 2 + L ^ 2) * t ^ 2.
Proof.
  intro T. rewrite <- (proj1 Starts i), <- (proj2 Starts i).
  replace ((E / 2 + L ^ 2) * t ^ 2) with ((E + 2 * (L * L)) / 2 * (t * t)) by field.
  apply (curve_near_euler (U := U) (fun t => y t i) (fun t => vsub (f t i) (vscale (@inner U (y t i) (f t i)) (y t i)))); auto.
  intros s Hs. apply (bend (U := U) tokens y f L E (proj2 (proj2 ET)) Moves Unit Short Slow s i Hs).
Qed.
End Steady.
Context (P P' A A' : S -> S) (d : R).
Hypotheses (Pull : forall t, 0 <= t -> forall i, f t i = vtotal tokens (fun j => vscale (1 / sqrt d *
    (exp (inner (y t i) (P (y t j))) / total tokens (fun k => exp (inner (y t i) (P (y t k)))))) (A (y t j))))
  (Coe : coercive W) (D : 1 <= d) (AdjP : adjoint P P') (BP : bounded_operator P) (AdjA : adjoint A A') (BA : bounded_operator A).
Lemma bounded : exists L, 0 <= L /\ exists E, 0 <= E /\
  forall t, 0 <= t -> (forall i, length (f t i) <= L) /\ forall i, length (vsub (f t i) (G i)) <= E * t.
Proof.
  destruct (pull_steady S Token tokens W P P' A A' (sqrt d) y f ET HW Coe) as [L [E [L0 [E0 [HL HE]]]]]; auto.
  { rewrite <- sqrt_1. apply sqrt_le_1_alt, D. }
  exists L. split; [exact L0|]. exists E. split; [exact E0|]. intros t T. split; intro i; [apply HL, T|].
  rewrite <- (proj2 Starts i). apply (HE t i T).
Qed.
End Near.

Section Together.
Context {S : inner_product_space} {Token : Type} (W : S -> S) (y f : R -> Token -> S).
Let length (x : S) := sqrt (inner x (W x)).
Let euler (z g : S) t := vadd z (vscale t (vsub g (vscale (inner z (W g)) z))).
Let layer (z g : S) t := vscale (/ length (vadd z (vscale t g))) (vadd z (vscale t g)).
Let starts Z G := (forall i, y 0 i = Z i) /\ forall i, f 0 i = G i.
Let steady G L E := forall t, 0 <= t -> (forall i, length (f t i) <= L) /\ forall i, length (vsub (f t i) (G i)) <= E * t.
Let layers_near := forall Z G, starts Z G -> forall L, 0 <= L -> forall E, 0 <= E -> steady G L E -> forall t, 0 <= t -> L * t <= 1 / 2 ->
  forall i, length (vadd (Z i) (vscale t (G i))) <> 0 /\ length (vsub (y t i) (layer (Z i) (G i) t)) <= (E / 2 + 4 * L ^ 2) * t ^ 2.
Lemma near : positive W -> (forall i, inner (y 0 i) (W (y 0 i)) = 1) ->
  (forall z, inner z (W z) = 1 -> forall g L, 0 <= L -> forall t, 0 <= t -> length g <= L /\ L * t <= 1 / 2 ->
    length (vadd z (vscale t g)) <> 0 /\ length (vsub (layer z g t) (euler z g t)) <= 3 * L ^ 2 * t ^ 2) ->
  (forall Z G, starts Z G -> forall L, 0 <= L -> forall E, 0 <= E -> steady G L E -> forall t, 0 <= t ->
    forall i, length (vsub (y t i) (euler (Z i) (G i) t)) <= (E / 2 + L ^ 2) * t ^ 2) -> layers_near.
Proof.
  intros HW Unit Layer Flow Z G Starts L L0 E E0 Steady t T Small i.
  destruct (Layer (Z i) ltac:(rewrite <- (proj1 Starts i); apply Unit) (G i) L L0 t T) as [N A].
  { split; [rewrite <- (proj2 Starts i); apply (Steady 0 (Rle_refl 0)) | exact Small]. }
  split; [exact N|]. assert (B := Flow Z G Starts L L0 E E0 Steady t T i).
  assert (Q := Hemisphere.vsub_triangle (S := weighted S W HW) (y t i) (euler (Z i) (G i) t) (layer (Z i) (G i) t)).
  rewrite (Hemisphere.vsub_swap (S := weighted S W HW) (euler _ _ _)) in Q. eapply Rle_trans; [exact Q|].
  change (length (vsub (y t i) (euler (Z i) (G i) t)) + length (vsub (layer (Z i) (G i) t) (euler (Z i) (G i) t)) <= (E / 2 + 4 * L ^ 2) * t ^ 2). lra.
Qed.
Lemma of_softmax (Soft : Prop) : layers_near -> (forall Z G, starts Z G -> Soft -> exists L, 0 <= L /\ exists E, 0 <= E /\ steady G L E) ->
  forall Z G, starts Z G -> Soft -> exists C, 0 < C /\ forall t, 0 <= t -> C * t <= 1 ->
  forall i, length (vadd (Z i) (vscale t (G i))) <> 0 /\ length (vsub (y t i) (layer (Z i) (G i) t)) <= C * t ^ 2.
Proof.
  intros Near Bounded Z G Starts H. destruct (Bounded Z G Starts H) as [L [L0 [E [E0 Steady]]]].
  exists (2 * L + (E / 2 + 4 * L ^ 2) + 1). assert (L2 := pow2_ge_0 L). split; [lra|]. intros t T Small i.
  assert (S1 : 0 <= (E / 2 + 4 * L ^ 2 + 1) * t) by (apply Rmult_le_pos; lra).
  destruct (Near Z G Starts L L0 E E0 Steady t T ltac:(lra) i) as [Q N]. split; [exact Q|].
  eapply Rle_trans; [exact N|]. apply Rmult_le_compat_r; [apply pow2_ge_0 | lra].
Qed.
End Together.
